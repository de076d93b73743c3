"""Inputs of `sharded_center`: two batches of one shape, the first again, and one with more rows.

Most columns have means far from zero.
"""

import numpy as np

from grader.inside.authoring import Call, Case

SHAPES = [(16, 3), (8, 1), (8, 24), (4096, 96), (1024, 1), (40, 7)]
"""(N, D) of the hidden cases."""


def make_case(name, n, d, rng):
    """Return a case of five calls, of which the second, the third and the last find the program of the first.

    In the second batch the first row is zeros, the first column holds no positive number, and the last one is zeros.
    """
    first, other, more = (
        (10.0 ** rng.uniform(-1, 3) * (rng.standard_normal((rows, d)) + rng.uniform(1, 3, d))).astype(np.float32)
        for rows in (n, n, n + 8)
    )
    other[:, 0], other[:, -1] = -abs(other[:, 0]), 0
    other[0] = 0
    calls = [
        Call({"x": first}, traces=1, label="a first batch"),
        Call({"x": other}, traces=0, label="a batch with other numbers"),
        Call({"x": first}, traces=0, label="the first batch again"),
        Call({"x": more}, traces=1, label="a batch with eight rows more"),
        Call({"x": first}, traces=0, label="the first batch once more"),
    ]
    return Case(name, f"N = {n}, D = {d}", calls)


def make_example(rng):
    """Return the case that begins with the statement's example."""
    calls = [
        Call({"x": np.arange(16, dtype=np.float32).reshape(8, 2)}, traces=1, label="the statement's example"),
        Call({"x": rng.standard_normal((8, 2)).astype(np.float32)}, traces=0, label="a batch with other numbers"),
    ]
    return Case("sample-2", "the statement's example, and other numbers", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(54)
    return [make_case("sample-1", 16, 2, rng), make_example(rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", n, d, rng) for i, (n, d) in enumerate(SHAPES)]
