"""Inputs of `first_keys`: a key and numbers, another key, and the first again."""

import jax
import numpy as np

from grader.inside.authoring import Call, Case

SIZES = [1, 5, 0, 64, 8, 3000, 2]
"""N of the hidden cases."""

HUGE = (2e38, 3.3e38)
"""The range of huge numbers of float32: the sum of two, or the difference of two of unlike sign, is infinite."""


def make_args(n, rng, size=1.0):
    """Return the arguments of one call, with numbers of about `size`; one of many is 0."""
    x = (size * rng.standard_normal(n)).astype(np.float32)
    x[1::4] = 0
    return {"key": jax.random.key(int(rng.integers(2**31))), "x": x}


def make_case(name, n, rng, size=1.0):
    """Return a case of five calls: a first, another key, other numbers, huge ones, and the first once more."""
    first, other = make_args(n, rng), make_args(n, rng, size)
    huge = rng.uniform(*HUGE, n).astype(np.float32)
    huge[-1:] *= -1
    calls = [
        Call(first, label="a first key"),
        Call(first | {"key": other["key"]}, label="another key, the same numbers"),
        Call(other, label="the other key, other numbers"),
        Call(other | {"x": huge}, label="the other key, huge numbers, the last one negative"),
        Call(first, label="the first once more"),
    ]
    return Case(name, f"{n} numbers", calls)


def make_example(rng):
    """Return the case that begins with the statement's example."""
    args = {"key": jax.random.key(0), "x": np.array([0, 10, 20], np.float32)}
    calls = [Call(args, label="the statement's example"), Call(make_args(3, rng), label="another key, other numbers")]
    return Case("sample-1", "the statement's example", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(105)
    return [make_example(rng), make_case("sample-2", 4, rng), make_case("sample-3", 0, rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", n, rng, size=30.0) for i, n in enumerate(SIZES)]
