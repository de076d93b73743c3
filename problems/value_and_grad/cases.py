"""Inputs of `value_and_grad`: losses at points near zero, far from it and at zero, with rates of 0, small or large."""

import numpy as np

from grader.inside.authoring import Body, Call, Case

LOSSES = ["bowl", "waves", "chain", "weighted"]
SIZES = [1, 4, 33, 500]
"""D of the hidden cases."""
FAR = 1e17
"""A distance of which a loss makes numbers near the largest that float32 has."""


def make_call(loss, d, rate, rng, size=1.0):
    """Return a call at a point of numbers of about `size`."""
    params = (size * rng.uniform(0.3, 2, d) * rng.choice([-1, 1], d)).astype(np.float32)
    return Call({"loss": Body(loss), "params": params, "rate": rate}, label=f"{loss}, D = {d}, rate = {rate}")


def make_case(name, number, d, rng):
    """Return the case that begins with the loss of this number; other points, another loss and zeros follow."""
    loss, other = LOSSES[number % 4], LOSSES[(number + 1) % 4]
    rate = round(float(rng.uniform(0.05, 0.5)), 3)
    first = make_call(loss, d, rate, rng)
    zeros = Call(first.args | {"params": np.zeros(d, np.float32)}, label=f"{loss} at zero")
    calls = [
        first,
        make_call(loss, d, rate, rng, 300.0),
        make_call(other, d, 0.0, rng),
        make_call(loss, d, 1e4, rng, 1e-5),
        make_call("bowl", d, rate, rng, FAR),
        zeros,
    ]
    return Case(name, f"{loss} and {other} of {d} parameters", calls)


def make_sample(name, number, d, rng):
    """Return such a case with two calls more: another loss where the first one was, and the first again."""
    case, other = make_case(name, number, d, rng), LOSSES[(number + 1) % 4]
    first = case.calls[0].args
    swapped = Call(first | {"loss": Body(other)}, label=f"{other}, where the first call was")
    return Case(name, case.label, [*case.calls, swapped, Call(first, label="the first once more")])


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(103)
    return [make_sample(f"sample-{i + 1}", number, d, rng) for i, (number, d) in enumerate([(0, 2), (1, 3), (2, 1)])]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", i, d, rng) for i, d in enumerate(SIZES)]
