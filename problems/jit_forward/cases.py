"""Inputs of `jit_forward`: each case calls it three times, the first and last time with equal inputs."""

import numpy as np

from grader.inside.authoring import Call, Case

SHAPES = [
    *[(4, 3, 5), (1, 1, 1), (1, 8, 3), (16, 7, 9), (5, 1, 4)],
    *[(3, 3, 3), (8, 16, 2), (33, 5, 7), (2, 12, 1), (64, 32, 16)],
]
"""(N, D, features) of the hidden cases. Values and seeds are secret; shapes are public."""


def make_case(name, label, shape, other_shape, rng, seed, num_calls):
    """Call with one input, with another in between, and with the first again but another number of calls.

    The last call may find the compiled program of the first: a jitted function at module level outlives a call.
    """
    (n, d, features), (other_n, other_d, other_features) = shape, other_shape
    x = rng.standard_normal((n, d)).astype(np.float32)
    other_x = rng.standard_normal((other_n, other_d)).astype(np.float32)
    first = {"seed": float(seed), "x": x, "features": float(features), "num_calls": float(num_calls)}
    other = {"seed": float(seed + 1), "x": other_x, "features": float(other_features), "num_calls": 2.0}
    again = first | {"num_calls": float(num_calls + 2)}
    return Case(
        name,
        label,
        [
            Call(first, traces=1, label="a first input"),
            Call(other, traces=1, label="another input"),
            Call(again, traces=(0, 1), label="the first input again, two calls more"),
        ],
    )


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(7)
    return [
        make_case("sample-1", "four rows, three calls", (4, 3, 2), (2, 3, 2), rng, seed=0, num_calls=3),
        make_case("sample-2", "one row, one feature, one call", (1, 1, 1), (3, 2, 4), rng, seed=42, num_calls=1),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    cases = []
    for i, shape in enumerate(SHAPES * 3):
        other = SHAPES[(i + 1) % len(SHAPES)]
        seed, num_calls = int(rng.integers(0, 2**31)), int(rng.integers(1, 6))
        n, d, features = shape
        label = f"N = {n}, D = {d}, features = {features}"
        cases.append(make_case(f"hidden-{i + 1}", label, shape, other, rng, seed, num_calls))
    return cases
