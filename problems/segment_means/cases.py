"""Inputs of `segment_means`: segments without rows, segments whose weights or values are all 0, and others."""

import numpy as np

from grader.inside.authoring import Call, Case

HIDDEN = [(30, 4, 7, 1.0, 1.0), (9, 3, 20, 1e3, 1e-4), (150, 1, 140, 20.0, 50.0), (16, 6, 1, 1e-3, 1e-10)]
"""N, D, S, and the scales of values and weights of the hidden cases."""


def make_segments(n, s, order, rng):
    """Return a segment for each row. Of four or more, the first of `order` has no row."""
    segments = rng.integers(0, s, n)
    if s >= 4:
        segments[segments == order[0]] = order[1]
        segments[: n // 8 + 1] = order[2]
        segments[-2:] = order[3]
    segments[2:4] = order[1 % s]
    return segments


def make_call(sizes, rng, scale=1.0, weight=1.0, first=None):
    """Return a call with fresh numbers; `first` is a segment without rows, if there are four or more segments."""
    n, d, s = sizes
    order = rng.permutation(s)
    if first is not None:
        order = np.roll(order, -int(np.flatnonzero(order == first)[0]))
    segments = make_segments(n, s, order, rng)
    values = scale * rng.uniform(0.3, 2, (n, d)) * rng.choice([-1, 1], (n, d))
    weights = weight * rng.uniform(0.1, 2, n) * (rng.uniform(size=n) < 0.9)
    weights[2:4], weights[-2:] = weight * rng.uniform(0.5, 1, (2, 1))
    if s >= 4:
        weights[segments == order[2]] = 0
        values[segments == order[3]] = 0
    before = scale * rng.uniform(0.3, 2, (s, d)) * rng.choice([-1, 1], (s, d))
    args = {"values": values.astype(np.float32), "weights": weights.astype(np.float32)}
    args |= {"segments": segments.astype(np.int32), "before": before.astype(np.float32)}
    return Call(args, label=f"N = {n}, D = {d}, S = {s}")


def weigh_nothing(call):
    """Return the call with weights of 0."""
    return Call(call.args | {"weights": np.zeros_like(call.args["weights"])}, label=f"{call.label}, all weights 0")


def weigh_unequally(call):
    """Return the call with the weights of every other segment a thousandth of what they were.

    One of these has two rows: its slopes are so large that rounding in a segment of one row is small beside them.
    """
    segments = call.args["segments"]
    light = segments % 2 == segments[2:3] % 2
    weights = call.args["weights"] * np.where(light, 1e-3, 1).astype(np.float32)
    return Call(call.args | {"weights": weights}, label=f"{call.label}, weights of very different size")


def make_case(name, sizes, rng, scale, weight):
    """Return a case: the last segment has no rows, then others have none, then weights differ, then all are empty."""
    n, d, s = sizes
    calls = [
        make_call(sizes, rng, scale, weight, first=s - 1),
        make_call(sizes, rng, 4 * scale, weight),
        weigh_unequally(make_call(sizes, rng, scale, weight)),
        weigh_nothing(make_call(sizes, rng, scale, weight)),
    ]
    return Case(name, f"N = {n}, D = {d}, S = {s}, values of about {scale:g}, weights of about {weight:g}", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(66)
    shown = {
        "values": np.array([[10, 0], [6, 8], [2, 4], [5, 5]], np.float32),
        "weights": np.array([1, 0.5, 3, 0], np.float32),
        "segments": np.array([2, 0, 2, 3], np.int32),
        "before": np.array([[1, 1], [7, 9], [1, 1], [3, 3]], np.float32),
    }
    example = [
        Call(shown, label="the statement's example"),
        make_call((12, 2, 6), rng),
    ]
    small = make_case("sample-2", (10, 3, 5), rng, 1.0, 0.01)
    again = Call(small.calls[0].args, label="the first call once more")
    none = make_call((0, 2, 3), rng)
    single = [make_call((4, 1, 1), rng), weigh_nothing(make_call((4, 1, 1), rng)), none]
    return [
        Case("sample-1", "the statement's example, and more rows", example),
        Case("sample-2", small.label, [*small.calls, again]),
        Case("sample-3", "one segment, and no rows", single),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    cases = [make_case(f"hidden-{i + 1}", (n, d, s), rng, *scales) for i, (n, d, s, *scales) in enumerate(HIDDEN)]
    none = [make_call((0, 3, 4), rng) for _ in range(2)]
    return [*cases, Case(f"hidden-{len(cases) + 1}", "N = 0, D = 3, S = 4", none)]
