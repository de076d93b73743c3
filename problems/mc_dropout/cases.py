"""Inputs of `mc_dropout`: a fresh network, and then two others of the same widths, which have drawn masks before."""

import numpy as np

from grader.inside.authoring import Build, Call, Case

KINDS = [
    *[((3, 16, 2), 4, 0.5, 3), ((1, 16, 1), 1, 0.25, 5), ((3, 16, 2), 4, 0.1, 1)],
    *[((2, 32, 3), 5, 0.8, 4), ((1, 16, 1), 1, 0.5, 2), ((2, 32, 3), 5, 0.3, 11)],
]
"""(D, hidden width, K), N, the rate of dropout and the passes of the hidden cases."""


def make_case(name, widths, n, rate, samples, rng):
    """Return a case of three calls: the second has a larger `x` and one pass more, the third the `x` of the first.

    Each network has another rate. In the second `x` a row is zeros.
    """
    first, other = ((size * rng.standard_normal((n, widths[0]))).astype(np.float32) for size in (1, 20))
    other[:1] *= n == 1
    calls = []
    for traces, x, more, share, drawn, label in (
        (1, first, 0, rate, 0, "a first network"),
        ((0, 1), other, 1, 1 - rate / 2, 7, "another network, as large, another rate"),
        ((0, 1), first, 0, (1 + rate) / 2, 2**24 + 1, "a third network, with the x of the first, a third rate"),
    ):
        fields = {"widths": list(widths), "rate": share, "seed": int(rng.integers(2**31)), "drawn": drawn}
        args = {"model": Build("make_net", fields), "x": x, "samples": samples + more}
        calls.append(Call(args, traces=traces, label=label))
    return Case(name, f"widths {widths}, N = {n}, three rates, {samples} or {samples + 1} passes", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    return [make_case("sample-1", (2, 16, 1), 3, 0.5, 3, np.random.default_rng(38))]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", *kind, rng) for i, kind in enumerate(KINDS)]
