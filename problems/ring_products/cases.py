"""Inputs of `ring_products`: rows of sizes of their own, so that each device's block has other products."""

import numpy as np

from grader.inside.authoring import Call, Case

SHAPES = [(16, 4, 64), (8, 4, 32), (24, 12, 192), (64, 16, 256), (128, 48, 512), (40, 10, 320)]
"""(N, K, D) of the hidden cases."""


def make_arguments(n, k, d, rng, scale=1.0):
    """Return rows, each of a size of its own, and weights; the features of a row are about as large as its numbers."""
    sizes = scale * 10.0 ** rng.uniform(-0.5, 0.5, (n, 1))
    x = sizes * (rng.standard_normal((n, k)) + rng.uniform(-1, 1, k))
    return {"x": x.astype(np.float32), "w": (k**-0.5 * rng.standard_normal((k, d))).astype(np.float32)}


def make_case(name, n, k, d, rng):
    """Return a case of five calls, of which only the first is traced."""
    first, large, small, sparse = (make_arguments(n, k, d, rng, scale) for scale in (1.0, 300.0, 1e-4, 1.0))
    sparse["x"][n // 8 : n // 2] = 0
    named = {
        "a batch": first,
        "larger numbers": large,
        "small numbers": small,
        "rows of zeros on three devices": sparse,
    }
    calls = [Call(args, traces=0 if i else 1, label=label) for i, (label, args) in enumerate(named.items())]
    calls.append(Call(dict(first), traces=0, label="the first call once more"))
    return Case(name, f"N = {n}, K = {k}, D = {d}", calls)


def make_example(rng):
    """Return the case that begins with the statement's example."""
    shown = {"x": np.tile(np.arange(8, dtype=np.float32)[:, None] - 4, (1, 2)), "w": np.ones((2, 32), np.float32)}
    calls = [
        Call(shown, traces=1, label="the statement's example"),
        Call(make_arguments(16, 8, 64, rng), traces=1, label="more rows"),
        Call(make_arguments(8, 2, 32, rng), traces=0, label="other numbers in the shapes of the example"),
    ]
    return Case("sample-2", "the statement's example, more rows, and other numbers", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(56)
    return [make_case("sample-1", 16, 8, 64, rng), make_example(rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", *shape, rng) for i, shape in enumerate(SHAPES)]
