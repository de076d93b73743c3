"""Inputs of `safe_distances`: points of which some are the same, of several sizes, scales and dtypes."""

import numpy as np

from grader.inside.authoring import Call, Case

KINDS = [
    *[(2, 1, 1.0, "float32"), (5, 3, 10.0, "float32"), (5, 3, 1e-3, "float32")],
    *[(4, 4, 1.0, "float16"), (5, 1, 1.0, "float32"), (6, 7, 30.0, "float32"), (5, 3, 1e-6, "float32")],
    (1, 3, 1.0, "float16"),
]
"""(N, D, scale, dtype) of the hidden cases."""
NEAREST = [(2e-15, "float32"), (0.11, "float16")]
"""Scale and dtype of points that are about as close together as the statement allows."""
CENTER = 100.0
"""Where the points of a case lie that are far from the origin: what is squared there loses what tells them apart."""


def make_call(n, d, scale, dtype, rng, center=0.0):
    """Return a call with `n` points around `center`, the last of which is the first once more."""
    x = center + rng.standard_normal((n, d)) * scale
    x[-1] = x[0]
    return Call({"x": x.astype(dtype)}, label=f"{n} points")


def make_pair(n, d, scale, dtype, rng):
    """Return two calls of one shape, whose points differ, around the origin."""
    return [make_call(n, d, scale, dtype, rng) for _ in range(2)]


def make_clusters(rng):
    """Return a call with two clusters: moving their common centre to the origin doesn't help with near points."""
    x = rng.standard_normal((5, 3)) * 0.01 + np.array([[CENTER], [-CENTER], [CENTER], [-CENTER], [CENTER]])
    x[-1] = x[0]
    return Call({"x": x.astype(np.float32)}, label="two clusters")


def make_near(scale, dtype, rng):
    """Return a call with points whose coordinates are 0 or `scale`."""
    x = np.zeros((5, 3))
    x[1:4] = rng.permutation(np.eye(3) + np.eye(3, k=1))
    return Call({"x": (scale * x).astype(dtype)}, label="points as close together as may be")


def make_turned(rng):
    """Return a call with points that share a coordinate, the sum of all, or the length with the first, and zeros."""
    x = np.zeros((5, 3), np.float32)
    x[0] = rng.permutation([1, 2, 4]) * rng.choice([-1, 1])
    x[1:4] = x[0, [1, 0, 2]], -x[0], x[0] + [3, -3, 0]
    return Call({"x": x}, label="equal coordinates, sums and lengths")


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(31)
    close = Call({"x": np.array([[0.001, 0.0], [0.0, 0.001], [0.001, 0.0]], np.float32)}, label="points close together")
    one = Call({"x": np.array([[2.0]], np.float32)}, label="one point with one coordinate")
    example = Call({"x": np.array([[0, 0], [3, 4], [3, 4]], np.float32)}, label="the statement's example")
    return [
        Case(
            "sample-1",
            "three points, then four with three coordinates of about 100",
            [example, make_call(4, 3, 1.0, "float32", rng, CENTER)],
        ),
        Case("sample-2", "points close together, and a single one", [close, one]),
        Case("sample-3", "four points with five coordinates in float16, twice", make_pair(4, 5, 1.0, "float16", rng)),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    cases = []
    for i, (n, d, scale, dtype) in enumerate(KINDS):
        label = f"N = {n}, D = {d}, {dtype}, coordinates of about {scale:g}"
        cases.append(Case(f"hidden-{i + 1}", label, make_pair(n, d, scale, dtype, rng)))
    far = [make_call(5, 3, 1.0, "float32", rng, CENTER), make_clusters(rng), make_turned(rng)]
    near = [make_near(scale, dtype, rng) for scale, dtype in NEAREST]
    label = "N = 5, D = 3, far from the origin, or with equal coordinates, or close together"
    return [*cases, Case(f"hidden-{len(cases) + 1}", label, [*far, *near])]
