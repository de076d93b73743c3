"""Inputs of `row_distances`: some metrics, some of them not symmetric, and as many rows on both sides or not."""

import numpy as np

from grader.inside.authoring import Body, Call, Case

METRICS = ["one_sided", "warped", "euclidean", "shadow"]
SHAPES = [(3, 3, 2), (3, 4, 2), (2, 2, 2), (3, 4, 2), (1, 2, 1), (4, 1, 6)]
"""(N, M, D) of the hidden cases."""


def make_call(metric, shape, rng, size=1.0):
    """Return a call with fresh vectors, of numbers of about `size`; the last one in `xs` is the first in `ys`, too."""
    n, m, d = shape
    drawn = (size * rng.uniform(0.5, 3, (rows, d)) * rng.choice([-1, 1], (rows, d)) for rows in (n, m))
    xs, ys = (vectors.astype(np.float32) for vectors in drawn)
    ys[0] = xs[-1]
    return Call({"metric": Body(metric), "xs": xs, "ys": ys}, label=f"{metric}, N = {n}, M = {m}, D = {d}")


def make_case(name, number, shape, rng):
    """Return the case of three calls that begins with the metric of this number."""
    n, m, d = shape
    first, second = METRICS[number % 4], METRICS[(number + 1) % 4]
    zeros = make_call(first, shape, rng)
    zeros.args["xs"][0], zeros.args["ys"][-1] = 0, 0
    zeros.label += ", two vectors of zeros"
    if n == m:
        zeros.args["ys"] = zeros.args["xs"].copy()
        zeros.label = f"{first}, the same {n} vectors on both sides, one of zeros"
    calls = [make_call(first, shape, rng), make_call(second, (m + 1, n, d), rng, size=30.0), zeros]
    return Case(name, f"{first} and {second}, N = {n}, M = {m}, D = {d}", calls)


def make_sample(name, number, shape, rng):
    """Return such a case with three calls more: other vectors, another metric for the first ones, the first again."""
    case = make_case(name, number, shape, rng)
    first, other = case.calls[0], METRICS[(number + 1) % 4]
    fresh = make_call(METRICS[number % 4], shape, rng)
    swapped = Call(first.args | {"metric": Body(other)}, label=f"{other}, the vectors of the first call")
    again = Call(first.args, label=f"{first.label}, once more")
    return Case(name, case.label, [*case.calls, fresh, swapped, again])


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(24)
    return [make_sample("sample-1", 0, (3, 3, 2), rng), make_sample("sample-2", 2, (2, 4, 3), rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", i, shape, rng) for i, shape in enumerate(SHAPES)]
