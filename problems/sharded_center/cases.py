"""Inputs of `sharded_center`: two batches of one shape, whose columns have means far from zero."""

import numpy as np

from grader.inside.authoring import Call, Case

SHAPES = [(16, 3), (8, 1), (8, 5), (24, 2), (64, 1), (40, 7)]
"""(N, D) of the hidden cases."""


def make_case(name, n, d, rng):
    """Return a case of two calls, of which the second finds the program of the first."""
    batches = [(rng.standard_normal((n, d)) + rng.uniform(1, 3, d)).astype(np.float32) for _ in range(2)]
    labels = ("a first batch", "a batch with other numbers")
    calls = [
        Call({"x": x}, traces=traces, label=label) for x, traces, label in zip(batches, (1, 0), labels, strict=True)
    ]
    return Case(name, f"N = {n}, D = {d}", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    return [make_case("sample-1", 16, 2, np.random.default_rng(54))]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", n, d, rng) for i, (n, d) in enumerate(SHAPES)]
