"""Inputs of `batch_statistics`: a network, batches far from zero, a batch to predict for; and then others."""

import numpy as np

from grader.inside.authoring import Build, Call, Case

KINDS = [
    *[((3, 4, 2), 0.9, (3, 6), 4), ((1, 3, 1), 0.5, (1, 2), 1), ((3, 4, 2), 0.99, (2, 6), 1)],
    *[((2, 5, 3), 0.8, (4, 5), 3), ((1, 3, 1), 0.9, (11, 2), 2), ((2, 5, 3), 0.5, (2, 5), 3)],
]
"""(D, hidden width, K), momentum, (B, N) and M of the hidden cases."""


def make_numbers(count, n, width, rows, rng):
    """Return `count` batches far from zero, of three or more the first one twice, and a batch of `rows`."""
    batches = rng.standard_normal((count, n, width)) * 2 + 3
    if count > 2:
        batches[1] = batches[0]
    x = rng.standard_normal((rows, width)) + 1
    return {"batches": batches.astype(np.float32), "x": x.astype(np.float32)}


def make_case(name, widths, momentum, sizes, rows, rng):
    """Return a case of three calls with different networks: the last has the numbers of the first.

    In the second one the last batch and the first row of `x` are zeros.
    """
    number, n = sizes
    first, other = (make_numbers(count, n, widths[0], rows, rng) for count in (number, number + 1))
    other["batches"][-1], other["x"][0] = 0, 0
    calls = []
    for numbers, share, label in (
        (first, momentum, f"{number} batches of {n}"),
        (other, momentum, f"{number + 1} batches of {n}, the last of zeros"),
        (first, (1 + momentum) / 2, "the first batches and x, another network with another momentum"),
    ):
        model = Build("make_net", {"widths": list(widths), "momentum": share, "seed": int(rng.integers(2**31))})
        calls.append(Call({"model": model, **numbers}, label=label))
    label = f"widths {widths}, momentum {momentum}, B = {number} and {number + 1}, N = {n}, M = {rows}"
    return Case(name, label, calls)


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
