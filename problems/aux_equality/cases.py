"""Inputs of `aux_equality`: six calls with new instances, of which some have equal options."""

import numpy as np

from grader.inside.authoring import Call, Case, Make

OPTIONS = [
    {"mode": "valid", "stride": 1},
    {"mode": "same", "stride": 2},
    {"mode": "valid", "stride": 3},
    {"mode": "full", "stride": 10},
    {"mode": "same", "stride": 1},
    {"mode": "full", "stride": 2},
    {"mode": "valid", "stride": 1100},
]
"""The last stride is greater than the integers of which Python keeps one object each, and than the results are long."""
SIZES = [(4, 8), (1, 5), (2, 9), (33, 200), (4, 7), (3, 31), (6, 6), (1, 1)]
"""(K, N) of the hidden cases. Any five of them have an even K in the mode `same`, which is cut where others aren't."""
ORDERS = [
    ["first", "equal", "stride", "reordered", "mode"],
    ["first", "mode", "reordered", "equal", "stride"],
    ["first", "reordered", "stride", "mode", "equal"],
]
LABELS = {
    "first": "a first filter",
    "equal": "a new instance with equal options",
    "reordered": "equal options, written in the other order",
    "stride": "another stride",
    "mode": "another mode",
}
AGAIN = "a new instance, and all as in the first call"


def make_call(step, options, sizes, rng):
    """Return one call with fresh numbers."""
    k, n = sizes
    changed = {"stride": {"stride": options["stride"] + 1}, "mode": {"mode": other_mode(options["mode"])}}
    made = dict(options) | changed.get(step, {})
    if step == "reordered":
        made = dict(reversed(made.items()))
    taps, signal = ((rng.standard_normal(size) * 10.0 ** rng.uniform(-1, 2)).astype(np.float32) for size in (k, n))
    args = {"bank": Make("Filter", {"taps": taps, "options": made}), "signal": signal}
    return Call(args, traces=int(step in {"first", "stride", "mode"}), label=LABELS[step])


def other_mode(mode):
    """Return the mode that comes after this one."""
    return {"valid": "same", "same": "full", "full": "valid"}[mode]


def make_case(name, label, number, sizes, rng):
    """Return the case that begins with the options of this number."""
    options, order = OPTIONS[number % len(OPTIONS)], ORDERS[number % len(ORDERS)]
    calls = [make_call(step, options, sizes, rng) for step in order]
    return Case(name, label, [*calls, Call(calls[0].args, traces=0, label=AGAIN)])


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(4)
    return [
        make_case("sample-1", "three taps, eight samples", 0, (3, 8), rng),
        make_case("sample-2", "one tap, five samples", 1, (1, 5), rng),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [
        make_case(f"hidden-{i + 1}", f"K = {sizes[0]}, N = {sizes[1]}", i, sizes, rng) for i, sizes in enumerate(SIZES)
    ]
