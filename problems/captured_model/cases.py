"""Inputs of `captured_model`: two kinds of networks, and batches of each number to train them on."""

import numpy as np

from grader.inside.authoring import Build, Call, Case

KINDS = [
    *[("centred", (3, 4, 2), 5, 6, 0.2), ("noisy", (2, 6, 1), 4, 3, 0.1), ("noisy", (1, 2, 3), 1, 2, 0.3)],
    *[("centred", (1, 1, 1), 7, 1, 0.05), ("noisy", (3, 5, 2), 6, 2, 0.05)],
]
"""The kind, (D, hidden width, K), T, N and the rate of the hidden cases."""


def make_data(widths, count, n, rng):
    """Return inputs and targets of `count` batches of `n` rows, each batch around another mean."""
    means = rng.uniform(-1, 1, (count, 1, widths[0]))
    xs = means + rng.standard_normal((count, n, widths[0]))
    ys = 2 * rng.standard_normal((count, n, widths[2]))
    return {"xs": xs.astype(np.float32), "ys": ys.astype(np.float32)}


def make_call(kind, widths, data, rate, rng, traces, label):
    """Return a call with a fresh network."""
    model = Build(f"make_{kind}", {"widths": list(widths), "seed": int(rng.integers(2**31))})
    return Call({"model": model, **data, "rate": np.float32(rate)}, traces=traces, label=label)


def make_case(name, kind, widths, count, n, rate, rng):
    """Return a case of five calls, each with a fresh network."""
    first, other = (make_data(widths, count, n, rng) for _ in range(2))
    more = make_data(widths, count + 2, n, rng)
    for key in ("xs", "ys"):
        other[key][-1] = 0
        more[key][-1] = more[key][-2]
    calls = [
        make_call(kind, widths, first, rate, rng, 1, f"{kind}, {count} batches"),
        make_call(kind, widths, other, 0.5 * rate, rng, 0, "other batches, the last of zeros, half the rate"),
        make_call(kind, widths, more, rate, rng, (0, 1), "two batches more, the last two equal"),
        make_call(kind, widths, first, rate, rng, 0, "the first batches, another network"),
        make_call(kind, widths, other, 0, rng, 0, "the other batches, a rate of 0"),
    ]
    return Case(name, f"{kind}, widths {widths}, T = {count}, N = {n}", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(75)
    return [
        make_case("sample-1", "centred", (2, 3, 1), 3, 4, 0.2, rng),
        make_case("sample-2", "noisy", (2, 4, 2), 2, 3, 0.1, rng),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", *kind, rng) for i, kind in enumerate(KINDS)]
