"""Inputs of `soft_update`: two networks of the same widths and different seeds, and then others."""

import numpy as np

from grader.inside.authoring import Build, Call, Case

KINDS = [
    *[((3, 4, 2), 5, 0.25), ((1, 1, 1), 1, 0.5), ((3, 4, 2), 5, 1.0)],
    *[((2, 5, 3), 1, 1e-5), ((1, 1, 1), 1, 0.9), ((2, 5, 3), 1, 0.6)],
]
"""(D, hidden width, K), N and tau of the hidden cases."""


def make_case(name, widths, n, tau, rng, spread=4.0):
    """Return a case of five calls; the third has `tau` and `x` of the first, and the last repeats the fourth.

    Each other call has networks of its own. In the second call and the fourth the target is a fresh network, and in the
    third the online one.
    `spread` is the standard deviation of the numbers in `x`.
    """
    first, other = ((rng.standard_normal((n, widths[0])) * spread).astype(np.float32) for _ in range(2))
    calls = []
    for rate, x, fresh, label in (
        (tau, first, (False, False), "one update"),
        (1 - tau / 2, other, (True, False), "a fresh target, another tau"),
        (tau, first, (False, True), "the first tau and x, other networks, a fresh online one"),
        (tau, other, (True, False), "a fresh target, the first tau"),
    ):
        seeds = [int(seed) for seed in rng.choice(2**31, 2, replace=False)]
        nets = [
            Build("make_net", {"widths": list(widths), "seed": seed, "fresh": is_fresh})
            for seed, is_fresh in zip(seeds, fresh, strict=True)
        ]
        calls.append(Call({"target": nets[0], "online": nets[1], "tau": rate, "x": x}, label=label))
    calls.append(Call(calls[-1].args, label="the same once more"))
    return Case(name, f"widths {widths}, N = {n}, tau = {tau}, then {1 - tau / 2}, then {tau}", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(42)
    return [make_case(f"sample-{i + 1}", (2, 3, 2), 4, tau, rng, spread=1.0) for i, tau in enumerate((0.1, 1.0))]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", *kind, rng) for i, kind in enumerate(KINDS)]
