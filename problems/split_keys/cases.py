"""Inputs of `split_keys`: a key and a batch, another one, and the first again."""

import jax
import numpy as np

from grader.inside.authoring import Call, Case

KINDS = [
    *[(1, 1, "float32"), (5, 3, "float32"), (32, 16, "float32"), (12, 33, "float16")],
    *[(1, 1, "float32"), (5, 3, "float32"), (32, 16, "float32"), (5, 3, "float32")],
]
"""(N, D, dtype) of the hidden cases. Few sizes, since each needs a program of its own."""
SCALES = {"float32": 100.0, "float16": 1e4}
"""About how large the second call's numbers are; in float16, ten times as much would overflow."""
GAPS = 1
"""The hidden case with numbers that aren't finite."""


def make_args(n, d, dtype, rng, scale=1.0):
    """Return the arguments of one call, with numbers of about `scale`."""
    key = jax.random.key(int(rng.integers(2**31)))
    return {"key": key, "x": (scale * rng.standard_normal((n, d))).astype(dtype)}


def make_case(name, label, n, d, dtype, rng, scale=1.0, *, gaps=False):
    """Return a case of three calls: a first key, another key and batch of about `scale`, and the first again.

    Numbers of about 1 show the noise, which is lost in the rounding of greater ones. With `gaps`, a number of the other
    batch is infinite, and one isn't a number.
    """
    first, other = make_args(n, d, dtype, rng), make_args(n, d, dtype, rng, scale)
    if gaps:
        other["x"][1, 0], other["x"][-1, -1] = np.inf, np.nan
    labels = ("a first key", "another key and batch", "the first again")
    return Case(name, label, [Call(args, label=text) for args, text in zip((first, other, first), labels, strict=True)])


def make_example(rng):
    """Return the case that begins with the statement's example."""
    x = np.array([[0, 10, 20], [30, 40, 50]], np.float32)
    calls = [
        Call({"key": jax.random.key(0), "x": x}, label="the statement's example"),
        Call(make_args(2, 3, "float32", rng), label="another key and batch"),
    ]
    return Case("sample-3", "the statement's example, and another key", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(36)
    return [
        make_case("sample-1", "two keys for four rows", 4, 3, "float32", rng, gaps=True),
        make_case("sample-2", "two rows in float16", 2, 3, "float16", rng),
        make_example(rng),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [
        make_case(f"hidden-{i + 1}", f"N = {n}, D = {d}, {dtype}", n, d, dtype, rng, SCALES[dtype], gaps=i == GAPS)
        for i, (n, d, dtype) in enumerate(KINDS)
    ]
