"""Inputs of `stale_global`: the settings change from call to call, and only a new shape needs a new program."""

import numpy as np

from grader.inside.authoring import Call, Case

SHAPES = [(3, 2), (1, 1), (5, 4), (2, 7), (16, 3), (1, 6), (9, 1), (4, 5)]
"""(N, D) of the hidden cases."""
EXAMPLE = {
    "readings": np.array([[1, 2], [3, 4]], np.float32),
    "offset": np.array([1, 1], np.float32),
    "gain": 2.0,
}
OTHER_EXAMPLE = EXAMPLE | {"offset": np.array([0, 2], np.float32), "gain": 10.0}
"""The two calls that the statement shows."""


def make_call(shape, rng, spread, traces, label, settings=None):
    """Return a call with fresh readings of this standard deviation, and fresh settings where none are given."""
    readings = (rng.standard_normal(shape) * spread * 10 ** rng.uniform(0, 2)).astype(np.float32)
    if settings is None:
        gain = float(rng.uniform(1.5, 4) * rng.choice([-100, -1, -0.1, 0.1, 1, 100]))
        offset = rng.uniform(1, 3, shape[1]) * rng.choice([-1, 1], shape[1])
        settings = {"offset": offset.astype(np.float32), "gain": gain}
    return Call({"readings": readings} | settings, traces=traces, label=label)


def make_near(shape, rng, label):
    """Return a call whose readings are close to an offset of some thousands."""
    offset = (rng.uniform(3000, 9000, shape[1]) * rng.choice([-1, 1], shape[1])).astype(np.float32)
    settings = {"offset": offset, "gain": float(rng.uniform(1.5, 4))}
    readings = (offset + rng.standard_normal(shape)).astype(np.float32)
    return Call({"readings": readings} | settings, traces=0, label=label)


def make_case(name, label, shape, rng, *, shape_last, shown=None, spread=1.0):
    """Return a case of six calls, which begin with those of `shown`; the new shape comes late or in the middle."""
    first, second = shown or (
        make_call(shape, rng, spread, 1, "first settings"),
        make_near(shape, rng, "other settings, readings near the offset"),
    )
    settings = {key: first.args[key] for key in ("offset", "gain")}
    other = make_call((shape[0] + 2, shape[1]), rng, spread, 1, "more readings")
    unset = {"offset": np.zeros(shape[1], np.float32), "gain": 1.0 if shape_last else -settings["gain"]}
    calls = [
        first,
        second,
        make_call(shape, rng, spread, 0, "the first settings, other readings", settings),
        make_call(shape, rng, spread, 0, "other settings once more", unset),
    ]
    calls.insert(4 if shape_last else 2, other)
    calls.append(Call(first.args, traces=0, label="the first call once more"))
    return Case(name, label, calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(3)
    shown = (Call(EXAMPLE, traces=1, label="first settings"), Call(OTHER_EXAMPLE, traces=0, label="other settings"))
    return [
        make_case("sample-1", "two readings of two sensors", (2, 2), rng, shape_last=True, shown=shown),
        make_case("sample-2", "one reading of one sensor", (1, 1), rng, shape_last=False),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [
        make_case(f"hidden-{i + 1}", f"N = {shape[0]}, D = {shape[1]}", shape, rng, shape_last=bool(i % 2), spread=4.0)
        for i, shape in enumerate(SHAPES)
    ]
