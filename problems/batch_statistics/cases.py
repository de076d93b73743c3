"""Inputs of `batch_statistics`: a fresh network, batches far from zero, and a batch to predict for."""

import numpy as np

from grader.inside.authoring import Build, Call, Case

KINDS = [
    *[((3, 4, 2), 0.9, (3, 6), 4), ((1, 3, 1), 0.5, (1, 2), 1), ((3, 4, 2), 0.99, (2, 6), 1)],
    *[((2, 5, 3), 0.8, (4, 5), 3), ((1, 3, 1), 0.9, (5, 2), 2), ((2, 5, 3), 0.5, (2, 5), 3)],
]
"""(D, hidden width, K), momentum, (B, N) and M of the hidden cases."""


def make_case(name, widths, momentum, sizes, rows, rng):
    """Return a case with one call."""
    number, n = sizes
    batches = rng.standard_normal((number, n, widths[0])) * 2 + 3
    x = rng.standard_normal((rows, widths[0])) + 1
    model = Build("make_net", {"widths": list(widths), "momentum": momentum, "seed": int(rng.integers(2**31))})
    args = {"model": model, "batches": batches.astype(np.float32), "x": x.astype(np.float32)}
    label = f"widths {widths}, momentum {momentum}, B = {number}, N = {n}, M = {rows}"
    return Case(name, label, [Call(args, label=f"{number} batches of {n}")])


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(41)
    return [
        make_case("sample-1", (2, 3, 2), 0.9, (3, 4), 3, rng),
        make_case("sample-2", (2, 3, 2), 0.5, (1, 4), 1, rng),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", *kind, rng) for i, kind in enumerate(KINDS)]
