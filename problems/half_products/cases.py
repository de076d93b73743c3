"""Inputs of `half_products`: near duplicates, opposites and zeros, in rows of very different lengths."""

import jax.numpy as jnp
import numpy as np

from grader.inside.authoring import Call, Case

SCALES = {"bfloat16": (1.0, 1e6, 6e-7), "float16": (1.0, 400.0, 2e-3, 1e-6)}
"""About how large the numbers of a row are.

In bfloat16 some rows are nearly as long or as short as the statement allows.
In float16 the squares of the second kind are infinite, and those of the third kind have few digits. Rows of the fourth
kind are nearly as short as the statement allows, and far shorter than the smallest normal number.
"""
HIDDEN = [(3, 40, 64, "bfloat16"), (4, 25, 33, "float16"), (5, 8, 1500, "bfloat16"), (2, 0, 7, "float16")]
"""Q, N, D and the dtype of the hidden cases."""


def make_documents(queries, count, rng):
    """Return documents: of each five, two that are close to a query, one that points the other way, and two others."""
    documents = rng.standard_normal((count, queries.shape[1]))
    for i in range(count):
        near = queries[i % len(queries)]
        if i % 5 in (0, 3):
            documents[i] = near + rng.uniform(0.005, 0.05) * documents[i]
        elif i % 5 == 1:
            documents[i] = documents[i] / 2 - near
    return documents


def scale_rows(rows, dtype, rng):
    """Return the rows in 16 bits, each about as large as one of the dtype's scales says."""
    scales = np.resize(SCALES[dtype], len(rows)) * rng.uniform(0.7, 1.3, len(rows))
    return (rng.permutation(scales)[:, None] * rows).astype(jnp.dtype(dtype))


def make_call(sizes, dtype, rng, *, zeros=False, balanced=False):
    """Return a call with fresh numbers.

    `zeros`: the last of several queries is all zeros, and so is a document. In some documents only one number is 0, and
    all others have the same sign. `balanced`: each row adds up to 0.
    """
    q, n, d = sizes
    queries = rng.standard_normal((q, d))
    documents = make_documents(queries, n, rng)
    if balanced:
        queries, documents = (rows - rows[:, ::-1] for rows in (queries, documents))
    documents = scale_rows(documents, dtype, rng)
    queries = scale_rows(queries, dtype, rng)
    if zeros:
        queries[1:][-1:] = 0
        if n > 2 and d > 1:
            documents[0], documents[1] = -abs(documents[0]), abs(documents[1])
            documents[0, 0] = documents[1, -1] = 0
        documents[n // 2 : n // 2 + 1] = np.where(np.arange(d) % 2, -0.0, 0.0)
    label = f"Q = {q}, N = {n}, D = {d}, {dtype}" + ", rows of zeros" * zeros + ", rows with a sum of 0" * balanced
    return Call({"queries": queries, "documents": documents}, label=label)


def make_case(name, sizes, dtype, rng):
    """Return a case of three calls, the second one with rows of zeros, the third with rows that add up to 0."""
    q, n, d = sizes
    kinds = ({}, {"zeros": True}, {"balanced": True})
    calls = [make_call(sizes, dtype, rng, **kind) for kind in kinds]
    return Case(name, f"Q = {q}, N = {n}, D = {d}, {dtype}", calls)


def make_example(queries, documents, dtype):
    """Return a call of the statement's example."""
    args = {"queries": np.array(queries, jnp.dtype(dtype)), "documents": np.array(documents, jnp.dtype(dtype))}
    return Call(args, label=f"the statement's example, {dtype}")


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(57)
    example = [
        make_example([[3.0, 4.0], [0.0, 0.0]], [[4.0, 3.0], [30.0, 40.0], [-3.0, -4.0]], "bfloat16"),
        make_example([[1000.0, 1100.0]], [[1100.0, 1100.0], [1040.0, 1110.0]], "float16"),
    ]
    many = make_case("sample-2", (2, 16, 24), "bfloat16", rng)
    single = [make_call((1, 1, 1), dtype, rng, zeros=zeros) for dtype in SCALES for zeros in (False, True)]
    return [
        Case("sample-1", "the statement's example", example),
        Case("sample-2", many.label, [*many.calls, Call(many.calls[0].args, label="the first call once more")]),
        make_case("sample-3", (2, 20, 16), "float16", rng),
        Case("sample-4", "one query, one document, one number", single),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", sizes, dtype, rng) for i, (*sizes, dtype) in enumerate(HIDDEN)]
