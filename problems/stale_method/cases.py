"""Inputs of `stale_method`: new sensors for each call, whose attributes change between readings."""

import numpy as np

from grader.inside.authoring import Call, Case

HIDDEN = [(9, 10, 10.0), (1, 0, 1.0), (40, 40, 300.0), (12, 12, 30.0)]
"""N, rounds, and about how large the numbers are, of the hidden cases.

One of the three largest is always searched for numbers that were computed outside of the jitted function. The weights
of 10 rounds are more than a few different numbers.
"""
MANY = [[]] * 31
"""Signals that are read without a change."""
FROM_ZERO = "another sensor, with one round more and a gain of 0 from the beginning"
PLAN = [
    ("a first sensor; its gain and its baseline change", [[], ["gain"], ["baseline"], ["gain", "baseline"]], 0, 1),
    (
        "another sensor with as many rounds; its gain becomes 0",
        [[], ["baseline"], ["gain"], ["zero gain"], *MANY],
        0,
        0,
    ),
    ("one round more, and back", [["gain"], ["rounds", "gain"], ["baseline"], ["back"]], 0, (0, 1)),
    (FROM_ZERO, [[], ["gain", "baseline"], ["baseline"]], 1, 0),
]
"""Label, what changes before each signal, rounds more at first, and traces, of the calls of a case."""
NEAR = 1e4
"""How many times larger than its difference from the baseline a signal of the call with `FROM_ZERO` is."""


def draw(n, rng, size):
    """Return n numbers of either sign and of about this size."""
    return (size * rng.uniform(0.3, 2, n) * rng.choice([-1, 1], n)).astype(np.float32)


def make_gain(rng):
    """Return a gain of either sign."""
    return float(rng.uniform(0.3, 3) * rng.choice([-1, 1]))


def make_change(names, n, rounds, rng, size):
    """Return the new values of these attributes."""
    drawn = {
        "gain": lambda: make_gain(rng),
        "zero gain": lambda: 0.0,
        "baseline": lambda: draw(n, rng, size),
        "rounds": lambda: rounds + 1,
        "back": lambda: rounds,
    }
    return {name.removeprefix("zero ").replace("back", "rounds"): drawn[name]() for name in names}


def make_call(step, n, rounds, rng, size):
    """Return this call of the plan, with fresh numbers."""
    label, plan, more, traces = step
    fields = {"baseline": draw(n, rng, size), "gain": make_gain(rng), "rounds": rounds + more}
    signals = np.stack([draw(n, rng, size) for _ in plan])
    changes = [make_change(names, n, rounds, rng, size) for names in plan]
    if label == FROM_ZERO:
        fields |= {"gain": 0.0, "baseline": NEAR * fields["baseline"]}
        for change in changes[1:]:
            change["baseline"] *= np.float32(NEAR)
        signals += np.stack([fields["baseline"], *(change["baseline"] for change in changes[1:])])
    return Call(fields | {"signals": signals, "changes": changes}, traces=traces, label=label)


def make_case(name, n, rounds, size, rng):
    """Return a case of five calls, the last of which is the first once more."""
    calls = [make_call(step, n, rounds, rng, size) for step in PLAN]
    again = Call(calls[0].args, traces=0, label="the first call once more")
    return Case(name, f"N = {n}, {rounds} rounds at first", [*calls, again])


def make_example():
    """Return the case of the statement's example."""
    fields = {"baseline": np.array([1, 1], np.float32), "gain": 2.0, "rounds": 1}
    signals = np.array([[2, 4], [2, 4], [2, 4]], np.float32)
    changes = [{}, {"gain": 10.0}, {"baseline": np.zeros(2, np.float32), "rounds": 0}]
    args = fields | {"signals": signals, "changes": changes}
    tuned = args | {"changes": [{}, {"gain": -1.0}, {"gain": 0.5}]}
    calls = [Call(args, traces=(1, 2), label="the statement's example")]
    return Case("sample-1", "the statement's example", [*calls, Call(tuned, traces=0, label="other gains")])


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(63)
    return [make_example(), make_case("sample-2", 3, 1, 1.0, rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", n, rounds, size, rng) for i, (n, rounds, size) in enumerate(HIDDEN)]
