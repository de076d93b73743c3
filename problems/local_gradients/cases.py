"""Inputs of `local_gradients`: batches in which a few devices have far larger gradients than the others, or none."""

import numpy as np

from grader.inside.authoring import Call, Case

SHAPES = [(16, 3), (8, 1), (8, 5), (4096, 96), (1024, 1), (40, 7)]
"""(N, D) of the hidden cases."""
DEVICES = 8


def make_batch(n, d, rng, scale=1.0):
    """Return weights, rows and targets; the rows of each device have a size of their own."""
    sizes = np.repeat(scale * 10.0 ** rng.uniform(-1, 1, DEVICES), n // DEVICES)
    w = rng.standard_normal(d)
    x = sizes[:, None] * (rng.standard_normal((n, d)) + rng.uniform(-1, 1, d))
    y = sizes * rng.standard_normal(n) + scale * rng.uniform(-1, 1)
    return w.astype(np.float32), x.astype(np.float32), y.astype(np.float32)


def find_lengths(w, x, y):
    """Return about the length of each device's gradient, to choose a limit by."""
    rows, targets = x.reshape(DEVICES, -1, x.shape[1]), y.reshape(DEVICES, -1)
    return np.linalg.norm(2 * np.einsum("knd,kn->kd", rows, rows @ w - targets) / rows.shape[1], axis=1)


def make_tiny_batch(n, d, rng):
    """Return a batch whose smallest gradient has a length of 1e-17, the square of which float32 still holds."""
    w, x, y = make_batch(n, d, rng)
    factor = np.sqrt(1e-17 / find_lengths(w, x, y).min()).astype(np.float32)
    return w, factor * x, factor * y


def make_case(name, n, d, rng):
    """Return a case of seven calls, of which only the first is traced."""
    first, none, all_of_them = make_batch(n, d, rng), make_batch(n, d, rng), make_batch(n, d, rng, 30.0)
    tiny, (w, x, y) = make_tiny_batch(n, d, rng), make_batch(n, d, rng)
    first[1][: n // DEVICES] = 0  # the first device's gradient is zero
    all_of_them[0][:] = 0
    all_of_them[2][:] = all_of_them[1].sum(axis=1)  # if D is 1, the gradients have the same sign: they don't cancel
    arguments = [
        (first, float(np.median(find_lengths(*first)))),
        (none, float(2 * find_lengths(*none).max())),
        (all_of_them, float(0.03 * find_lengths(*all_of_them).min())),
        (tiny, 0.5e-17),
        (first, float("inf")),
        ((w, 0 * x, y), 1.0),
        (first, float(np.median(find_lengths(*first)))),
    ]
    labels = (
        "a limit that some gradients exceed, one of which is zero",
        "a limit that no gradient exceeds",
        "weights that are zero, and a limit that each gradient exceeds",
        "tiny gradients, and a limit that each exceeds",
        "no limit: infinity",
        "gradients that are all zero",
        "the first call once more",
    )
    calls = [
        Call({"w": w, "x": x, "y": y, "limit": limit}, traces=0 if i else 1, label=labels[i])
        for i, ((w, x, y), limit) in enumerate(arguments)
    ]
    return Case(name, f"N = {n}, D = {d}", calls)


def make_example(rng):
    """Return the case that begins with the statement's example."""
    errors = np.array([0, 1, 2, 2, 4, 4, 8, 8], np.float32)
    shown = {
        "w": np.array([1, 2], np.float32),
        "x": np.tile(np.array([1, 0], np.float32), (8, 1)),
        "y": 1 - errors,
        "limit": 4.0,
    }
    w, x, y = make_batch(8, 2, rng)
    calls = [
        Call(shown, traces=1, label="the statement's example"),
        Call({"w": w, "x": x, "y": y, "limit": 0.5}, traces=0, label="other numbers and another limit"),
    ]
    return Case("sample-2", "the statement's example, and other numbers", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(66)
    return [make_case("sample-1", 16, 2, rng), make_example(rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", n, d, rng) for i, (n, d) in enumerate(SHAPES)]
