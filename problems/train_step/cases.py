"""Inputs of `train_step`: up to ten steps of a fresh network, and then two of another one."""

import numpy as np

from grader.inside.authoring import Build, Call, Case

KINDS = [
    *[((3, 4, 2), 6, 3), ((1, 1, 1), 1, 2), ((3, 4, 2), 6, 1)],
    *[((2, 3, 1), 5, 2), ((1, 1, 1), 1, 3), ((2, 3, 1), 5, 10)],
]
"""(D, hidden width, K), N and the steps of the hidden cases."""


def make_call(widths, n, steps, rng, *, first):
    """Return a call that trains a fresh network."""
    x = rng.standard_normal((n, widths[0])).astype(np.float32)
    y = rng.standard_normal((n, widths[2])).astype(np.float32)
    model = Build("make_net", {"widths": list(widths), "seed": int(rng.integers(2**31))})
    traces, label = (1, "a first network") if first else ((0, 1), "another network, as large")
    return Call({"model": model, "x": x, "y": y, "steps": steps}, traces=traces, label=label)


def make_case(name, widths, n, steps, rng):
    """Return a case that trains two networks, the second one for two steps."""
    calls = [make_call(widths, n, steps, rng, first=True), make_call(widths, n, 2, rng, first=False)]
    return Case(name, f"widths {widths}, N = {n}, {steps} steps, then 2", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    return [make_case("sample-1", (2, 3, 1), 4, 3, np.random.default_rng(50))]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", *kind, rng) for i, kind in enumerate(KINDS)]
