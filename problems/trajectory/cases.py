"""Inputs of `trajectory`: some systems, of some sizes, for some time."""

import numpy as np

from grader.inside.authoring import Body, Call, Case

STEPS = ["leak", "saturate", "rotate", "hold"]
SIZES = [(2, 5), (2, 5), (2, 5), (2, 5), (1, 1), (2, 5)]
"""(D, T) of the hidden cases. Few sizes, since each needs a program of its own for each step."""


def make_call(step, d, length, rng, size=1.0):
    """Return a call with fresh numbers, those at the start of about `size`. Of several inputs, one is all zeros.

    With a `size` other than 1, the first number at the start is infinite.
    """
    start = (size * rng.uniform(0.5, 2, d) * rng.choice([-1, 1], d)).astype(np.float32)
    start[:1] = start[:1] if size == 1 else np.inf
    inputs = (np.sqrt(size) * rng.uniform(-1, 1, (length, d))).astype(np.float32)
    inputs[1:2] = 0
    label = f"{step}, D = {d}, T = {length}"
    return Call({"step": Body(step), "start": start, "inputs": inputs}, label=label)


def make_case(name, number, sizes, rng):
    """Return the case that begins with the step of this number; the second call has another step and more time."""
    d, length = sizes
    first, second = STEPS[number % 4], STEPS[(number + 1) % 4]
    calls = [make_call(first, d, length, rng), make_call(second, d + 1, length + 2, rng, size=30.0)]
    return Case(name, f"{first} and {second}, D = {d}, T = {length}", calls)


def make_sample(name, number, sizes, rng):
    """Return such a case with three calls more: other numbers, another step for the first ones, the first again."""
    case = make_case(name, number, sizes, rng)
    first, other = case.calls[0], STEPS[(number + 1) % 4]
    fresh = make_call(STEPS[number % 4], *sizes, rng)
    swapped = Call(first.args | {"step": Body(other)}, label=f"{other}, the numbers of the first call")
    again = Call(first.args, label=f"{first.label}, once more")
    return Case(name, case.label, [*case.calls, fresh, swapped, again])


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(18)
    resting = make_call("hold", 2, 5, rng)
    resting.args["inputs"][:] = [[-1, -2], [0, 0], [0.5, -1], [-1, -1], [2, 1]]
    resting = Call(resting.args, label="hold, which rests for some steps and goes on")
    second = make_sample("sample-2", 2, (1, 1), rng)
    return [
        make_sample("sample-1", 0, (2, 4), rng),
        Case("sample-2", second.label, [resting, *second.calls]),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    cases = [make_case(f"hidden-{i + 1}", i, sizes, rng) for i, sizes in enumerate(SIZES)]
    named = [make_call(step, 2, 5, rng) for step in ("sink", "swing")]
    return [*cases, Case(f"hidden-{len(cases) + 1}", "sink and swing, which have one name, D = 2, T = 5", named)]
