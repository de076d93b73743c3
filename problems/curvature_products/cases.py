"""Inputs of `curvature_products`: few directions in many dimensions, and one direction in one dimension."""

import numpy as np

from grader.inside.authoring import Body, Call, Case

HIDDEN = [
    ("crowd", 150, 3),
    ("valley", 1, 1),
    ("ripples", 200, 11),
    ("basin", 90, 1),
    ("basin", 7, 7),
    ("valley", 140, 64),
]
"""Function, N and K of the hidden cases. Few sizes, since each needs a program of its own for each function.

In the last one, with a cheap function, a product of K rows with all directions costs more than the derivatives.
"""

SCALES = (1.0, 1e30, 1e-24)
"""About how long directions are. The squares of the last two don't fit in float32."""


def make_call(f, sizes, rng, scale=1.0):
    """Return a call with a fresh point, and directions whose lengths are about `scale`; of several, one is zero."""
    n, k = sizes
    point, directions = rng.standard_normal(n), scale * rng.standard_normal((k, n))
    if k > 1:
        directions[rng.integers(k)] = 0
    args = {"f": Body(f), "x": point.astype(np.float32), "vs": directions.astype(np.float32)}
    return Call(args, label=f"{f}, N = {n}, K = {k}, directions of about {scale:g}")


def make_case(name, f, sizes, rng):
    """Return a case of five calls: ordinary, long, short directions, each at another point; zeros; the origin."""
    n, k = sizes
    calls = [make_call(f, sizes, rng, scale) for scale in SCALES]
    args = calls[0].args
    zeros = Call(args | {"vs": np.zeros((k, n), np.float32)}, label=f"{f}, N = {n}, K = {k}, all directions are zero")
    origin = Call(args | {"x": np.zeros(n, np.float32)}, label=f"{f}, N = {n}, K = {k}, at the origin")
    return Case(name, f"{f}, N = {n}, K = {k}", [*calls, zeros, origin])


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(32)
    first = make_case("sample-1", "valley", (40, 3), rng)
    again = Call(first.calls[0].args, label="the first call once more")
    axis = Call(first.calls[0].args | {"vs": np.eye(3, 40, dtype=np.float32)}, label="valley, along three axes")
    other = Call(first.calls[0].args | {"f": Body("crowd")}, label="crowd, the numbers of the first call")
    label = "valley and crowd, N = 40, K = 3"
    return [Case("sample-1", label, [*first.calls, axis, other, again]), make_case("sample-2", "ripples", (60, 2), rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", f, (n, k), rng) for i, (f, n, k) in enumerate(HIDDEN)]
