"""Inputs of `inner_statistics`: models, and batches for some steps."""

import numpy as np

from grader.inside.authoring import Body, Call, Case

HIDDEN = [("bump", 6, 5, 4, 7), ("gate", 1, 9, 3, 2), ("bend", 9, 1, 1, 1), ("gate", 4, 16, 12, 9)]
"""Model, T, N, D and H of the hidden cases."""


def make_call(model, sizes, rng, size=1.0):
    """Return a call with fresh weights and batches."""
    steps, n, d, h = sizes
    weights = rng.uniform(0.3, 1, (d, h)) * rng.choice([-1, 1], (d, h)) / np.sqrt(d)
    args = {
        "predict": Body(model),
        "weights": weights.astype(np.float32),
        "xs": rng.standard_normal((steps, n, d)).astype(np.float32),
        "ys": (size * rng.uniform(0.5, 2, (steps, n)) * rng.choice([-1, 1], (steps, n))).astype(np.float32),
        "rate": np.array(rng.uniform(0.05, 0.3) / size, np.float32),
    }
    return Call(args, label=f"{model}, T = {steps}, N = {n}, D = {d}, H = {h}")


def make_case(name, model, sizes, rng):
    """Return a case of four calls: ordinary, with larger outputs, with a rate of 0, and with a slope of 0."""
    calls = [make_call(model, sizes, rng), make_call(model, sizes, rng, size=4.0)]
    calls.append(Call(calls[0].args | {"rate": np.array(0, np.float32)}, label="the first numbers, a rate of 0"))
    flat = make_call(model, sizes, rng)
    flat.args["xs"][-1] = 0
    calls.append(Call(flat.args, label="inputs of 0 in the last step, where the slope is 0"))
    return Case(name, calls[0].label, calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(9)
    small, large = make_case("sample-1", "bend", (2, 2, 1, 2), rng), make_case("sample-2", "bump", (5, 8, 6, 8), rng)
    first = small.calls[0]
    other = Call(first.args | {"predict": Body("gate")}, label="gate, the numbers of the first call")
    again = Call(first.args, label="the first call once more")
    return [Case("sample-1", small.label, [*small.calls, other, again]), large]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", model, tuple(sizes), rng) for i, (model, *sizes) in enumerate(HIDDEN)]
