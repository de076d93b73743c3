"""Inputs of `vmap_batch`: losses and batches, some with as many examples as features, some with one of either."""

import numpy as np

from grader.inside.authoring import Body, Call, Case

LOSSES = ["squared", "margin", "farthest", "ordered"]
SHAPES = [(1, 3), (4, 4), (6, 1), (200, 5)]
"""(N, D) of the hidden cases."""


def make_call(loss, n, d, rng, size=1.0):
    """Return a call with fresh numbers of about `size`, of both signs."""
    weights, xs, ys = (
        (size * rng.uniform(0.3, 2, shape) * rng.choice([-1, 1], shape)).astype(np.float32)
        for shape in [(d,), (n, d), (n,)]
    )
    args = {"loss": Body(loss), "weights": weights, "xs": xs, "ys": ys}
    return Call(args, label=f"{loss}, N = {n}, D = {d}")


def make_case(name, number, n, d, rng):
    """Return the case that begins with the loss of this number; larger numbers, another loss and edges follow."""
    loss, other = LOSSES[number % 4], LOSSES[(number + 1) % 4]
    first = make_call(loss, n, d, rng)
    zeros = Call(first.args | {"weights": np.zeros(d, np.float32)}, label=f"{loss}, all weights zero")
    xs, ys = first.args["xs"].copy(), first.args["ys"].copy()
    xs[-1] *= np.float32(1e25)
    ys[-1] = 0
    xs[: n - 1][:1] = 0
    xs[1 : n - 1][:1] = 0  # of three or more examples, two are equal but for their targets
    edges = Call(first.args | {"xs": xs, "ys": ys}, label=f"{loss}, the last example is about 1e25, another is zeros")
    calls = [first, make_call(loss, n, d, rng, 20.0), make_call(other, n, d, rng), zeros, edges]
    return Case(name, f"{loss} and {other}, N = {n}, D = {d}", calls)


def make_sample(name, number, n, d, rng):
    """Return such a case with two calls more: the first one's numbers with another loss, and the first again."""
    case, other = make_case(name, number, n, d, rng), LOSSES[(number + 1) % 4]
    first = case.calls[0].args
    swapped = Call(first | {"loss": Body(other)}, label=f"{other}, the numbers of the first call")
    return Case(name, case.label, [*case.calls, swapped, Call(first, label="the first once more")])


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(104)
    return [make_sample(f"sample-{i + 1}", i, n, d, rng) for i, (n, d) in enumerate([(3, 2), (2, 2), (1, 2)])]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", i, n, d, rng) for i, (n, d) in enumerate(SHAPES)]
