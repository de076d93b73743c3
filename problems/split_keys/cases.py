"""Inputs of `split_keys`: a key and a batch, another one, and the first again."""

import jax
import numpy as np

from grader.inside.authoring import Call, Case

KINDS = [
    *[(1, 1, "float32"), (5, 3, "float32"), (1, 7, "float32"), (8, 1, "float32")],
    *[(3, 4, "float16"), (9, 2, "float32")],
]
"""(N, D, dtype) of the hidden cases."""


def make_args(n, d, dtype, rng):
    """Return the arguments of one call."""
    key = jax.random.key(int(rng.integers(2**31)))
    return {"key": key, "x": rng.standard_normal((n, d)).astype(dtype)}


def make_case(name, label, n, d, dtype, rng):
    """Return a case of three calls: with a first key, with another key and batch, and with the first again."""
    first, other = make_args(n, d, dtype, rng), make_args(n, d, dtype, rng)
    labels = ("a first key", "another key and batch", "the first again")
    return Case(name, label, [Call(args, label=text) for args, text in zip((first, other, first), labels, strict=True)])


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(36)
    return [
        make_case("sample-1", "two keys for four rows", 4, 3, "float32", rng),
        make_case("sample-2", "two rows in float16", 2, 3, "float16", rng),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [
        make_case(f"hidden-{i + 1}", f"N = {n}, D = {d}, {dtype}", n, d, dtype, rng)
        for i, (n, d, dtype) in enumerate(KINDS)
    ]
