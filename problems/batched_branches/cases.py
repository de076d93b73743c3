"""Inputs of `batched_branches`: machines of some kinds, some of them off, in states that their rule can't stand."""

import numpy as np

from grader.inside.authoring import Body, Call, Case

HIDDEN = [("drain", 3, 8, 12), ("turn", 5, 8, 9), ("react", 4, 9, 10), ("fill", 6, 8, 5), ("drain", 1, 1, 2)]
"""Rule, E, D and N of the hidden cases."""
BROKEN = {"turn": 0.0, "drain": -2.0, "react": 0.0, "fill": 2.0}
"""Numbers of which a state can be for which the rule has no value."""
LARGE = {"turn": 1e9, "drain": 30.0, "react": 30.0, "fill": 30.0}
"""About the numbers of large states. What `turn` makes of them is small."""


def make_states(rule, n, d, rng, size):
    """Return states that the rule can stand: positive ones, except for `turn` and `fill`."""
    states = size * rng.uniform(0.3, 2, (n, d))
    if rule == "turn":
        states *= rng.choice([-1, 1], (n, d))
    return (1.2 - states if rule == "fill" else states).astype(np.float32)


def make_call(rule, sizes, rng, share=0.6, size=1.0):
    """Return a call with fresh machines, of which about a `share` are on; of the others every second one is broken.

    Some kinds are out of range, and with a `size` other than 1 at the ends of int32.
    """
    e, d, n = sizes
    running = rng.uniform(size=n) < share
    states = make_states(rule, n, d, rng, size)
    states[np.flatnonzero(~running)[::2]] = BROKEN[rule]
    weights = rng.uniform(0.2, 1.5, (e, d, d)) * rng.choice([-1, 1], (e, d, d)) / np.sqrt(d)
    kinds = rng.integers(0, e, n)
    edges = [e - 1, -1, e + 2] if size == 1 else [e, -(2**31), 2**31 - 1]
    kinds[:: max(1, n // 3)] = np.resize(edges, len(kinds[:: max(1, n // 3)]))
    args = {"rule": Body(rule), "weights": weights.astype(np.float32), "kinds": kinds.astype(np.int32)}
    args |= {"running": running, "states": states}
    return Call(args, label=f"{rule}, E = {e}, D = {d}, N = {n}, {int(running.sum())} on")


def make_case(name, rule, sizes, rng):
    """Return a case of three calls: some machines on, all of them with larger numbers, and none."""
    calls = [make_call(rule, sizes, rng, share, size) for share, size in ((0.6, 1.0), (1.1, LARGE[rule]), (0.0, 1.0))]
    e, d, n = sizes
    return Case(name, f"{rule}, E = {e}, D = {d}, N = {n}", [calls[2], calls[1], calls[0]])


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(27)
    small, large = make_case("sample-1", "drain", (2, 2, 3), rng), make_case("sample-2", "fill", (4, 8, 8), rng)
    first = small.calls[-1]
    others = [
        Call(first.args | {"rule": Body(rule)}, label=f"{rule}, the machines of the third call")
        for rule in ("react", "turn")
    ]
    again = Call(first.args, label="the third call once more")
    return [Case("sample-1", small.label, [*small.calls, *others, again]), large]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", rule, (e, d, n), rng) for i, (rule, e, d, n) in enumerate(HIDDEN)]
