"""Inputs of `donated_update`: two steps of one size with other numbers and another rate."""

import numpy as np

from grader.inside.authoring import Call, Case

SIZES = [(4, 3), (1, 1), (7, 1), (1, 5), (16, 9), (3, 3)]
"""(D, K) of the hidden cases."""


def make_call(d, k, rng, traces, label):
    """Return a call with fresh numbers."""
    shapes = {"kernel": (d, k), "bias": (k,)}
    args = {
        name: {key: rng.standard_normal(shape).astype(np.float32) for key, shape in shapes.items()}
        for name in ("params", "velocity", "grads")
    }
    return Call(args | {"rate": float(rng.uniform(0.01, 0.5))}, traces=traces, label=label)


def make_case(name, d, k, rng):
    """Return a case of two calls, of which the second finds the program of the first."""
    calls = [make_call(d, k, rng, 1, "a first step"), make_call(d, k, rng, 0, "a step with other numbers and rate")]
    return Case(name, f"D = {d}, K = {k}", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    return [make_case("sample-1", 3, 2, np.random.default_rng(58))]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", d, k, rng) for i, (d, k) in enumerate(SIZES)]
