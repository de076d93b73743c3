"""Inputs of `two_modes`: autoencoders that share a variable, a layer, or nothing, and batches to train them on."""

import numpy as np

from grader.inside.authoring import Build, Call, Case

KINDS = [
    *[("tied", (3, 2), 4, 5, 0.1), ("repeated", (2, 1), 5, 3, 0.25), ("plain", (4, 3), 3, 2, 0.2)],
    *[("tied", (1, 3), 2, 1, 0.05), ("plain", (1, 1), 6, 4, 0.1), ("fresh", (2, 3), 2, 3, 0.1)],
]
"""The kind, (D, hidden width), T, N and the rate of the hidden cases."""


def make_batches(count, n, width, rng):
    """Return `count` batches of `n` rows, each batch around another mean."""
    means = rng.uniform(-1.5, 1.5, (count, 1, width))
    return (means + rng.standard_normal((count, n, width))).astype(np.float32)


def make_call(kind, widths, batches, rate, rng, traces, label):
    """Return a call with a fresh autoencoder."""
    model = Build(f"make_{kind}", {"widths": list(widths), "seed": int(rng.integers(2**31))})
    return Call({"model": model, "xs": batches, "rate": np.float32(rate)}, traces=traces, label=label)


def make_case(name, kind, widths, count, n, rate, rng):
    """Return a case of five calls, each with a fresh autoencoder."""
    first, other, more = (make_batches(size, n, widths[0], rng) for size in (count, count, count + 1))
    other[0] = 0
    more[1] = more[0]
    calls = [
        make_call(kind, widths, first, rate, rng, 1, f"{kind}, {count} batches"),
        make_call(kind, widths, other, 0.5 * rate, rng, 0, "other batches, the first of zeros, half the rate"),
        make_call(kind, widths, more, rate, rng, (0, 1), "one batch more, the first two equal"),
        make_call(kind, widths, first, rate, rng, 0, "the first batches, another model"),
        make_call(kind, widths, other, 0, rng, 0, "the other batches, a rate of 0"),
    ]
    return Case(name, f"{kind}, D = {widths[0]}, T = {count}, N = {n}", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(46)
    return [
        make_case("sample-1", "tied", (2, 3), 3, 4, 0.1, rng),
        make_case("sample-2", "repeated", (3, 2), 2, 2, 0.2, rng),
        make_case("sample-3", "plain", (2, 2), 3, 3, 0.1, rng),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", *kind, rng) for i, kind in enumerate(KINDS)]
