"""Inputs of `stacked_init`: layers of three kinds, and streams of several names, some of which were used before."""

import numpy as np

from grader.inside.authoring import Body, Build, Call, Case

HIDDEN = [
    ("make_gated", 3, 3),
    ("make_residual", 1, 6),
    ("make_residual", 8, 1),
    ("make_gated", 3, 12),
    ("make_noisy", 2, 4),
]
"""What makes a layer, width and depth of the hidden cases."""
STREAMS = {
    "make_residual": [["params", "dropout"], ["default"]],
    "make_gated": [["params", "gate", "dropout"], ["default", "gate"]],
    "make_noisy": [["noise"], ["noise", "default"]],
}
"""The names of the streams in the first and in the other calls."""


def make_call(make, width, depth, names, used, rng):
    """Return a call with fresh streams."""
    rngs = Build("make_rngs", {"seeds": {name: int(rng.integers(2**31)) for name in names}, "used": used})
    label = f"{make}, width {width}, depth {depth}, streams {', '.join(names)}"
    return Call({"make": Body(make), "width": width, "depth": depth, "rngs": rngs}, label=label)


def make_case(name, make, width, depth, rng):
    """Return a case of four calls: two with streams of the same names, one with those of the first, one with others."""
    first, other = STREAMS[make]
    calls = [
        make_call(make, width, depth, first, 0, rng),
        make_call(make, width, depth, first, 2, rng),
        make_call(make, width, depth + 1, other, 1, rng),
    ]
    streams = calls[0].args["rngs"].fields | {"used": 2}
    further = calls[0].args | {"rngs": Build("make_rngs", streams)}
    calls.insert(2, Call(further, label="the streams of the first call, two keys further"))
    return Case(name, f"{make}, width {width}, depth {depth}", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(48)
    first, second = make_case("sample-1", "make_residual", 2, 3, rng), make_case("sample-2", "make_gated", 3, 2, rng)
    call = second.calls[0].args
    other = Call(call | {"make": Body("make_residual")}, label="make_residual, the streams of the first call")
    again = Call(call, label="the first call once more")
    return [first, Case("sample-2", second.label, [*second.calls, other, again])]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", *kind, rng) for i, kind in enumerate(HIDDEN)]
