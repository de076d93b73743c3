"""Inputs of `trajectory`: some systems, of some sizes, for some time."""

import numpy as np

from grader.inside.authoring import Body, Call, Case

STEPS = ["leak", "saturate", "rotate", "hold"]
SIZES = [(2, 5), (1, 1), (3, 9), (4, 2), (1, 7), (5, 3), (2, 9), (3, 1)]
"""(D, T) of the hidden cases."""


def make_call(step, d, length, rng):
    """Return a call with fresh numbers."""
    start = rng.uniform(0.5, 2, d).astype(np.float32)
    inputs = rng.uniform(-1, 1, (length, d)).astype(np.float32)
    label = f"{step}, D = {d}, T = {length}"
    return Call({"step": Body(step), "start": start, "inputs": inputs}, label=label)


def make_case(name, number, sizes, rng):
    """Return the case that begins with the step of this number; the second call has another step and more time."""
    d, length = sizes
    first, second = STEPS[number % 4], STEPS[(number + 1) % 4]
    calls = [make_call(first, d, length, rng), make_call(second, d + 1, length + 2, rng)]
    return Case(name, f"{first} and {second}, D = {d}, T = {length}", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(18)
    return [make_case("sample-1", 0, (2, 4), rng), make_case("sample-2", 2, (1, 1), rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", i, sizes, rng) for i, sizes in enumerate(SIZES)]
