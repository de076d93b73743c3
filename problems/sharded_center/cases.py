"""Inputs of `sharded_center`: two batches of one shape and the first again; the columns have means far from zero."""

import numpy as np

from grader.inside.authoring import Call, Case

SHAPES = [(16, 3), (8, 1), (8, 5), (4096, 96), (1024, 1), (40, 7)]
"""(N, D) of the hidden cases."""


def make_case(name, n, d, rng):
    """Return a case of three calls, of which the second and the third find the program of the first."""
    batches = [
        (10.0 ** rng.uniform(-1, 3) * (rng.standard_normal((n, d)) + rng.uniform(1, 3, d))).astype(np.float32)
        for _ in range(2)
    ]
    batches.append(batches[0])
    labels = ("a first batch", "a batch with other numbers", "the first batch again")
    calls = [
        Call({"x": x}, traces=traces, label=label) for x, traces, label in zip(batches, (1, 0, 0), labels, strict=True)
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
