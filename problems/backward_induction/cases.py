"""Inputs of `backward_induction`: a short game, and a long one whose program is looked at; some steps have no exit."""

import numpy as np

from grader.inside.authoring import Call, Case

SHAPES = [(1, 1, 50), (5, 3, 71), (8, 2, 130), (3, 4, 300), (6, 1, 97)]
"""T of the short one, B, T of the long one, of the hidden cases."""
LONG = 48
"""From so many steps on discounts are near 1 and exits are few, so that what comes much later still counts."""
LARGEST = 1e20
"""The order of the largest rewards."""


def make_call(t, b, rng, traces, scales=(-1, 1)):
    """Return a call with fresh numbers, of about a power of ten whose exponent is drawn from `scales`."""
    scale = 10.0 ** rng.uniform(*scales)
    drift = 0.3 * rng.choice([-1, 0, 1], b)
    rewards = scale * (rng.uniform(-1, 1, (t, b)) + drift)
    if t < LONG:
        discounts = rng.uniform(0.3, 1, (t, b)) * (rng.uniform(size=(t, b)) > 0.25)
        exits = np.where(rng.uniform(size=(t, b)) < 0.5, -np.inf, scale * rng.uniform(-2, 2, (t, b)))
        last = scale * rng.uniform(-3, 3, b)
    else:
        discounts = rng.uniform(0.995, 1, (t, b)) * (rng.uniform(size=(t, b)) > 0.5 / t)
        exits = np.where(rng.uniform(size=(t, b)) < 0.9, -np.inf, scale * rng.uniform(-3, 3, (t, b)))
        last = scale * rng.uniform(20, 40, b) * rng.choice([-1, 1], b)
    arrays = {"rewards": rewards, "exits": exits, "discounts": discounts, "last": last}
    args = {name: array.astype(np.float32) for name, array in arrays.items()}
    return Call(args, traces=traces, label=f"T = {t}, B = {b}")


def make_case(name, shape, rng, first=None, scales=(-1, 1)):
    """Return a case of four calls: the first, which may be given, another one, the first again, and a long one."""
    short, b, long = shape
    first = first or make_call(short, b, rng, 1, scales)
    again = Call(first.args, traces=0, label=f"{first.label}, once more")
    calls = [first, make_call(short, b, rng, 0, scales), again, make_call(long, b, rng, 1, scales)]
    return Case(name, f"T = {short}, then {long}; B = {b}", calls)


def make_edges(t, b, rng):
    """Return calls with numbers at the ends of what is allowed."""
    shape = t, b
    rewards, discounts = rng.uniform(-1, 1, shape), rng.uniform(0.995, 1, shape)
    last = rng.uniform(20, 40, b)
    none = np.full(shape, -np.inf)
    some = np.where(rng.uniform(size=shape) < 0.9, -np.inf, rng.uniform(-3, 3, shape))
    edges = {
        "no exits, all numbers negative and very large": (-LARGEST * np.abs(rewards), none, discounts, -LARGEST * last),
        "no exits, all discounts 1": (rewards, none, np.ones(shape), last),
        "all discounts 0, and a very large value at the end": (rewards, some, np.zeros(shape), LARGEST * last),
        "very small discounts": (rewards, some, 10.0 ** rng.uniform(-20, -1, shape), last),
        "whole numbers, exits at all steps": (np.round(rewards), np.round(3 * rewards), np.ones(shape), np.round(last)),
    }
    late = np.zeros(shape)
    late[-1] = 100
    edges["one late exit"] = (-np.ones(shape), late, np.ones(shape), np.zeros(b))
    calls = []
    for label, arrays in edges.items():
        args = dict(zip(("rewards", "exits", "discounts", "last"), arrays, strict=True))
        args = {name: array.astype(np.float32) for name, array in args.items()}
        calls.append(Call(args, traces=0, label=f"T = {t}, B = {b}, {label}"))
    return calls


def make_example():
    """Return the call of the statement's example."""
    rewards = [[1, 0], [1, 0], [-5, 0], [2, 0]]
    exits = [[-np.inf, -np.inf], [0, -np.inf], [3, -np.inf], [-np.inf, -np.inf]]
    discounts = [[1, 0.5], [0.5, 0.5], [0.5, 0.5], [0, 0.5]]
    arrays = {"rewards": rewards, "exits": exits, "discounts": discounts, "last": [100, 16]}
    args = {name: np.array(array, np.float32) for name, array in arrays.items()}
    return Call(args, traces=1, label="the statement's example, T = 4, B = 2")


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(35)
    return [
        make_case("sample-1", (4, 2, 48), rng, make_example()),
        make_case("sample-2", (1, 1, 65), rng),
        make_case("sample-3", (7, 3, 51), rng),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    cases = []
    for i, shape in enumerate(SHAPES):
        case = make_case(f"hidden-{i + 1}", shape, rng, scales=(0, 4))
        _, b, long = shape
        cases.append(Case(case.name, case.label, [*case.calls, *make_edges(long, b, rng)]))
    return cases
