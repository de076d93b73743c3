"""Inputs of `jit_once`: other numbers of equal shapes, another scale each time, and then another shape."""

import numpy as np

from grader.inside.authoring import Call, Case

SIZES = [1, 5, 0, 17, 256, 2]
"""N of the hidden cases."""
SCALES = [2.5, -0.75, 0.0, 40.0, 1e-8, -1e8]
"""About which numbers the scales of a case are."""
HUGE = 1e36
"""The size of the numbers in a call with a tiny scale: divided by one of them, the scale is about 0 in float32."""


def make_call(n, scale, rng, traces, size=1.0):
    """Return a call with numbers of about `size`, of both signs; one of many is 0."""
    x = (size * rng.uniform(0.2, 3, n) * rng.choice([-1, 1], n)).astype(np.float32)
    x[2::5] = 0
    told = f"scale = {scale}" if size < 2**23 else "huge numbers"  # whose results are the scale itself
    if size == HUGE:
        told += ", a tiny scale"
    if size < 2**-23:
        told = f"tiny numbers, scale = {scale}"  # 1 + abs(x) is 1
    return Call({"x": x, "scale": scale}, traces=traces, label=f"N = {n}, {told}")


def make_case(name, n, rng, size=1000.0, factor=1.0):
    """Return a case of eight calls: a first, one with numbers of about `size`, others, the first again, another N.

    The first scale is multiplied by `factor`.
    """
    scales = [float(scale * rng.uniform(0.5, 2)) for scale in SCALES]
    scales[0] *= factor
    first = make_call(n, scales[0], rng, 1)
    others = [make_call(n, scales[1], rng, 0, size), make_call(n, scales[2], rng, 0)]
    others += [make_call(n, scales[4], rng, 0), make_call(n, scales[5], rng, 0, 1e-10)]
    others += [make_call(n, scales[4], rng, 0, HUGE)]
    again = Call(first.args, traces=0, label="the first once more")
    return Case(name, f"{n} numbers", [first, *others, again, make_call(n + 3, scales[3], rng, 1)])


def make_example(rng):
    """Return the case that begins with the statement's example."""
    x = np.array([1, -3, 0], np.float32)
    calls = [
        Call({"x": x, "scale": 2.0}, traces=1, label="the statement's example"),
        Call({"x": x, "scale": -4.0}, traces=0, label="the same numbers, another scale"),
    ]
    return Case("sample-1", "the statement's example", [*calls, make_call(3, 0.5, rng, 0), make_call(4, 0.5, rng, 1)])


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(102)
    return [make_example(rng), make_case("sample-2", 4, rng), make_case("sample-3", 0, rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    cases = [make_case(f"hidden-{i + 1}", n, rng, 1e30) for i, n in enumerate(SIZES)]
    return [*cases, make_case(f"hidden-{len(cases) + 1}", 6, rng, factor=0.0)]
