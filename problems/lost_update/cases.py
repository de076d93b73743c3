"""Inputs of `lost_update`: a network and batches; other batches, other networks, and another number of batches.

Some batches are zeros.
"""

import numpy as np

from grader.inside.authoring import Build, Call, Case

KINDS = [(3, 2, 3, 4), (1, 1, 2, 3), (4, 3, 1, 2), (2, 1, 6, 1)]
"""D, K, B and N of the hidden cases."""


def make_batches(count, n, width, rng):
    """Return `count` batches of `n` rows, each batch around another mean."""
    means = rng.uniform(0.5, 4, (count, 1, width)) * rng.choice([-1, 1], (count, 1, width))
    return (means + rng.standard_normal((count, n, width))).astype(np.float32)


def make_call(sizes, batches, rng, traces, label, **options):
    """Return a call with a fresh network, which may have options."""
    width, outputs = sizes
    fields = {"width": width, "outputs": outputs, "seed": int(rng.integers(2**31))}
    model = Build("make_monitor", fields | options)
    return Call({"model": model, "batches": batches}, traces=traces, label=label)


def make_case(name, kind, rng):
    """Return a case of five calls, each with a fresh network, the last one of another structure."""
    width, outputs, count, n = kind
    first, other, more = (make_batches(size, n, width, rng) for size in (count, count, count + 1))
    other[-1], more[0] = 0, 0
    sizes = width, outputs
    calls = [
        make_call(sizes, first, rng, 1, f"{count} batches of {n} rows"),
        make_call(sizes, other, rng, 0, "other batches, the last of zeros, and another network of the same structure"),
        make_call(sizes, more, rng, (0, 1), "one batch more, the first of zeros"),
        make_call(sizes, first, rng, 0, "the first batches, another network"),
        make_call(sizes, first, rng, 1, "the first batches, a network that is bent by a sine", bend="sin"),
    ]
    return Case(name, f"D = {width}, K = {outputs}, B = {count}, N = {n}", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(49)
    return [make_case("sample-1", (2, 1, 3, 2), rng), make_case("sample-2", (2, 3, 1, 4), rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", kind, rng) for i, kind in enumerate(KINDS)]
