"""Inputs of `fixed_point`: some systems, solved coarsely and well, from near, from far, from zero and from the end."""

import numpy as np

from grader.inside.authoring import Body, Call, Case

HIDDEN = [("mix", 5), ("couple", 1), ("couple", 3), ("root", 4), ("mix", 24)]
"""Step and D."""
COARSE, FINE = 0.04, 1e-5
"""Tolerances: the first ends the search while the state still moves."""
LARGE = 40.0
"""How much larger weights are with which a state rests at large numbers, so that `tol` of it is more than `tol`."""
FAR = 30.0
"""How far away hidden cases start: from farther, the variants of the steps would enlarge rounding errors."""


def make_call(step, d, tol, rng, far=1.0, size=1.0):
    """Return a call with fresh numbers, which starts about `far` away; `size` is that of the weights."""
    weights, start = rng.uniform(0.2, 0.8, (2, d)) * rng.choice([-1, 1], (2, d))
    if step == "root":
        weights, start = rng.uniform(0.5, 4, d), rng.uniform(0.3, 1, d)
    args = {
        "step": Body(step),
        "weights": (size * weights).astype(np.float32),
        "start": (far * start).astype(np.float32),
    }
    return Call(args | {"tol": tol}, label=f"{step}, D = {d}, tol = {tol:g}, numbers of about {far:g} to start from")


def make_case(name, step, d, rng, far=FAR):
    """Return a case of three calls: coarse and fine, and from far away."""
    tols = COARSE * rng.uniform(0.5, 1.5), FINE * rng.uniform(0.7, 1.5), COARSE * rng.uniform(0.5, 1.5)
    calls = [make_call(step, d, float(tol), rng, far) for tol, far in zip(tols, [1.0, 1.0, far], strict=True)]
    return Case(name, f"{step}, D = {d}", calls)


def make_zero(step, d):
    """Return a call that starts at zero, where a step without weights changes nothing."""
    zeros = np.zeros(d, np.float32)
    return Call(
        {"step": Body(step), "weights": zeros, "start": zeros, "tol": COARSE}, label=f"{step}, nothing but zeros"
    )


def make_exact():
    """Return a call whose first step, from 1/2 to 5/4, changes the number by exactly `tol`, and is the last."""
    args = {"step": Body("root"), "weights": np.ones(1, np.float32), "start": np.full(1, 0.5, np.float32)}
    return Call(args | {"tol": 0.75}, label="root, a change of exactly tol")


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(69)
    mix = make_case("sample-1", "mix", 3, rng, far=1e4)
    first = mix.calls[0].args
    more = [
        Call(first | {"step": Body("couple")}, label="couple, the numbers of the first call"),
        Call(first | {"tol": 0.5}, label="the first call, with a tolerance that one step or two meet"),
        make_zero("mix", 3),
        Call(first, label="the first call once more"),
    ]
    slow = [make_call("creep", 16, 2e-3, rng), make_call("creep", 16, FINE, rng)]
    root = make_case("sample-3", "root", 2, rng, far=1e4)
    return [
        Case("sample-1", mix.label, [*mix.calls, *more]),
        Case("sample-2", "creep, D = 16, which takes hundreds of steps", slow),
        Case("sample-3", root.label, [*root.calls[::-1], make_call("root", 1, 0.01, rng), make_exact()]),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    cases = [make_case(f"hidden-{i + 1}", step, d, rng) for i, (step, d) in enumerate(HIDDEN)]
    zeros = [make_zero("mix", 5), make_call("mix", 5, 0.3, rng), make_call("mix", 5, 1e9, rng)]
    large = [make_call("couple", 6, tol, rng, size=LARGE) for tol in (COARSE, 3 * COARSE)]
    more = {"mix, D = 5, from zero, and with large tolerances": zeros, "couple, D = 6, with large weights": large}
    return [
        *cases,
        *(Case(f"hidden-{i}", label, calls) for i, (label, calls) in enumerate(more.items(), len(cases) + 1)),
    ]
