"""Inputs of `local_steps`: the rows of each device have a size and a best fit of their own."""

import numpy as np

from grader.inside.authoring import Call, Case

SHAPES = [(5, 16, 3), (1, 8, 2), (1000, 8, 5), (20, 256, 24), (3, 128, 1), (9, 40, 7)]
"""(S, N, D) of the hidden cases. In a thousand steps 0.9 ** S gets too small for float32."""
DEVICES = 8


def make_batches(s, n, d, rng, scale=1.0):
    """Return weights, rows and targets for S steps, and a rate with which each device's loss gets smaller."""
    sizes = np.repeat(rng.uniform(0.4, 1.0, DEVICES), n // DEVICES)
    w = scale * rng.standard_normal(d)
    x = sizes[:, None] * (rng.standard_normal((s, n, d)) + rng.uniform(-0.5, 0.5, d))
    y = scale * (np.repeat(rng.uniform(-3, 3, DEVICES), n // DEVICES) + rng.standard_normal((s, n)))
    rate = 0.2 / float(np.square(x).sum(axis=-1).max())
    return {"w": w.astype(np.float32), "x": x.astype(np.float32), "y": y.astype(np.float32), "rate": rate}


def make_case(name, s, n, d, rng):
    """Return a case of five calls, of which only the first is traced."""
    first, large, zero = (make_batches(s, n, d, rng, scale) for scale in (1.0, 300.0, 1.0))
    zero["w"][:] = 0
    zero["rate"] /= 2
    zero["x"][:, ::3], zero["y"][:, 1::3] = 0, 0
    zero["x"][1:, : n // DEVICES] = 0
    numbers = {
        "S steps": first,
        "larger numbers": large,
        "weights that begin as zeros, rows and targets of 0, and half the rate": zero,
        "a rate of 0": first | {"rate": 0.0},
        "the first call once more": dict(first),
    }
    calls = [Call(args, traces=0 if i else 1, label=label) for i, (label, args) in enumerate(numbers.items())]
    return Case(name, f"S = {s}, N = {n}, D = {d}", calls)


def make_example(rng):
    """Return the case that begins with the statement's example."""
    shown = {
        "w": np.array([0], np.float32),
        "x": np.ones((2, 8, 1), np.float32),
        "y": np.tile(np.arange(8, dtype=np.float32), (2, 1)),
        "rate": 0.5,
    }
    calls = [
        Call(shown, traces=1, label="the statement's example"),
        Call(make_batches(2, 8, 1, rng), traces=0, label="other numbers and another rate"),
    ]
    return Case("sample-2", "the statement's example, and other numbers", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(75)
    return [make_case("sample-1", 4, 16, 2, rng), make_example(rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", *shape, rng) for i, shape in enumerate(SHAPES)]
