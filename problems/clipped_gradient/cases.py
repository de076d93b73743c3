"""Inputs of `clipped_gradient`: batches of one shape, with halves and huge numbers, two limits, and some again."""

import numpy as np

from grader.inside.authoring import Call, Case

KINDS = [
    *[(2, 1, 0.01, 100.0), (6, 1, 1.0, 0.5), (11, 9, 2.0, 1e4), (64, 7, 8.0, 8.4)],
    *[(1, 5, 2.0, 1e-9), (3, 4, 1e-10, 3.0), (4, 3, 3e6, 1e20), (2, 5, 1e-5, 2e-4)],
]
"""(N, D, limit, another limit) of the hidden cases; the rows of the gradients have norms near the root of D."""


def make_case(name, kind, rng):
    """Return a case of six calls: a batch and a limit, others of the same shape, and the first two again."""
    n, d, *limits = kind
    batches = rng.standard_normal((n, d)) * 10.0 ** rng.uniform(0, 3, (n, 1)), rng.standard_normal((n, d)) * 10
    first, other = ({"x": x.astype(np.float32), "limit": limit} for x, limit in zip(batches, limits, strict=True))
    halves = {"x": (rng.integers(-9, 10, (n, d)) / 2).astype(np.float32), "limit": limits[0]}
    huge = {"x": (rng.standard_normal((n, d)) * 1e20).astype(np.float32), "limit": limits[1]}
    labelled = [(first, "a first batch"), (other, "another batch and limit"), (halves, "halves and whole numbers")]
    labelled += [(huge, "huge numbers"), (first, "the first again"), (other, "the other batch again")]
    calls = [Call(args, label=label) for args, label in labelled]
    return Case(name, f"N = {n}, D = {d}, two limits", calls)


def make_example(rng):
    """Return the case that begins with the statement's example."""
    shown = {"x": np.array([[1.2, 1.8], [3.0, -4.4]], np.float32), "limit": 5.0}
    other = {"x": (10 * rng.standard_normal((2, 2))).astype(np.float32), "limit": 1.0}
    calls = [Call(shown, label="the statement's example"), Call(other, label="another batch and limit")]
    return Case("sample-3", "the statement's example, and another batch", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(29)
    kinds = [(4, 3, 1.8, 0.5), (2, 2, 1e3, 1.5)]
    return [*(make_case(f"sample-{i + 1}", kind, rng) for i, kind in enumerate(kinds)), make_example(rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", kind, rng) for i, kind in enumerate(KINDS)]
