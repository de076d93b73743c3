"""Inputs of `jit_forward`: each case calls it with one input, with another, and with the first again."""

import numpy as np

from grader.inside.authoring import Call, Case

SHAPES = [
    *[(4, 3, 5), (1, 1, 1), (1, 8, 3), (5, 1, 4)],
    *[(3, 3, 3), (33, 5, 7), (2, 12, 1), (64, 32, 16)],
]
"""(N, D, features) of the hidden cases. Values and seeds are secret; shapes are public."""


EXAMPLE = {
    "seed": 0.0,
    "x": np.array([[1, 2, 3], [0, 1, 0]], np.float32),
    "features": 2.0,
    "num_calls": 3.0,
}
"""The call that the statement shows."""


def make_inputs(shape, rng, seed, num_calls):
    """Return the arguments of one call."""
    n, d, features = shape
    x = (10.0 ** rng.uniform(-1, 2) * rng.standard_normal((n, d))).astype(np.float32)
    return {"seed": float(seed), "x": x, "features": float(features), "num_calls": float(num_calls)}


def make_case(name, label, first, other):
    """Call with `first`, with `other`, and with `first` again but another number of calls.

    A call may find the compiled program of an earlier one: a jitted function at module level outlives a call.
    """
    same = first["x"].shape == other["x"].shape and first["features"] == other["features"]
    again = first | {"num_calls": first["num_calls"] + 2.0}
    calls = [
        Call(first, traces=1, label="a first input"),
        Call(
            other,
            traces=(0, 1) if same else 1,
            label=f"another seed and input, {'the same' if same else 'other'} shapes",
        ),
        Call(again, traces=(0, 1), label="the first input again, two calls more"),
    ]
    return Case(name, label, calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(7)
    return [
        make_case(
            "sample-1",
            "the statement's example: two rows, three calls",
            EXAMPLE,
            make_inputs((4, 3, 2), rng, seed=1, num_calls=2),
        ),
        make_case(
            "sample-2",
            "one row, one feature, one call",
            make_inputs((1, 1, 1), rng, seed=42, num_calls=1),
            make_inputs((3, 2, 4), rng, seed=43, num_calls=2),
        ),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    cases = []
    for i, shape in enumerate(SHAPES):
        n, d, features = shape
        first, other = (
            make_inputs(shape, rng, int(rng.integers(0, 2**31)), int(rng.integers(1, most))) for most in (6, 15)
        )
        cases.append(make_case(f"hidden-{i + 1}", f"N = {n}, D = {d}, features = {features}", first, other))
    return cases
