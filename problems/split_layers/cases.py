"""Inputs of `split_layers`: blocks with biases that are not zero, narrow and wide ones, and a single row."""

import numpy as np

from grader.inside.authoring import Call, Case

SHAPES = [(4, 3, 16), (1, 1, 8), (64, 32, 128), (128, 16, 128), (5, 7, 24), (32, 64, 512)]
"""(N, D, H) of the hidden cases."""


def make_arguments(n, d, h, rng, scale=1.0):
    """Return a batch and a block's weights; all numbers of the batch and the biases are of about `scale`."""
    shapes = {"x": (n, d), "w1": (d, h), "b1": (h,), "w2": (h, d), "b2": (d,)}
    sizes = {"x": scale, "w1": d**-0.5, "b1": scale, "w2": h**-0.5, "b2": 2 * scale}
    return {name: (sizes[name] * rng.standard_normal(shape)).astype(np.float32) for name, shape in shapes.items()}


def make_case(name, n, d, h, rng):
    """Return a case of seven calls, of which only the first is traced."""
    first, large, small, zero, off = (make_arguments(n, d, h, rng, scale) for scale in (1.0, 5e36, 1e-25, 0.01, 1.0))
    large["b2"] = np.copysign(np.float32(6e37), large["b2"])
    zero["x"][:] = 0
    off["b1"][:] = -100
    numbers = {
        "a batch and a block": first,
        "very large numbers, of which eight would overflow": large,
        "very small numbers": small,
        "a batch of zeros": zero,
        "hidden numbers that are all 0": off,
        "the first batch and w1, all else of the last block": off | {"x": first["x"], "w1": first["w1"]},
        "the first call once more": dict(first),
    }
    calls = [Call(args, traces=0 if i else 1, label=label) for i, (label, args) in enumerate(numbers.items())]
    return Case(name, f"N = {n}, D = {d}, H = {h}", calls)


def make_example(rng):
    """Return the case that begins with the statement's example."""
    shown = {
        "x": np.array([[2, 1]], np.float32),
        "w1": np.stack([np.arange(8) - 4, np.ones(8)]).astype(np.float32),
        "b1": np.zeros(8, np.float32),
        "w2": np.ones((8, 2), np.float32),
        "b2": np.array([0.5, -0.5], np.float32),
    }
    calls = [
        Call(shown, traces=1, label="the statement's example"),
        Call(make_arguments(1, 2, 8, rng), traces=0, label="other numbers"),
    ]
    return Case("sample-2", "the statement's example, and other numbers", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(55)
    return [make_case("sample-1", 8, 2, 16, rng), make_example(rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", *shape, rng) for i, shape in enumerate(SHAPES)]
