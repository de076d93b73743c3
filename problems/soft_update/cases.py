"""Inputs of `soft_update`: two networks of the same widths and different seeds."""

import numpy as np

from grader.inside.authoring import Build, Call, Case

KINDS = [
    *[((3, 4, 2), 5, 0.25), ((1, 1, 1), 1, 0.5), ((3, 4, 2), 5, 1.0)],
    *[((2, 5, 3), 1, 0.01), ((1, 1, 1), 1, 0.9), ((2, 5, 3), 1, 0.6)],
]
"""(D, hidden width, K), N and tau of the hidden cases."""


def make_case(name, widths, n, tau, rng):
    """Return a case with one call."""
    seeds = rng.choice(2**31, 2, replace=False)
    nets = [Build("make_net", {"widths": list(widths), "seed": int(seed)}) for seed in seeds]
    x = rng.standard_normal((n, widths[0])).astype(np.float32)
    label = f"widths {widths}, N = {n}, tau = {tau}"
    return Case(name, label, [Call({"target": nets[0], "online": nets[1], "tau": tau, "x": x}, label="one update")])


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(42)
    return [make_case("sample-1", (2, 3, 2), 4, 0.1, rng), make_case("sample-2", (2, 3, 2), 4, 1.0, rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", *kind, rng) for i, kind in enumerate(KINDS)]
