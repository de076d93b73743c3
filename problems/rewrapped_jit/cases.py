"""Inputs of `rewrapped_jit`: checkpoints of one model, evaluated one after the other."""

import numpy as np

from grader.inside.authoring import Build, Call, Case

SHAPES = [(4, 3), (1, 1), (2, 5), (7, 2), (3, 8), (6, 1), (5, 4), (1, 6)]
"""(B, D) of the hidden cases."""
LARGE = 1e5
"""A scale of numbers at which softplus is exactly 0 for about half of the rows."""


def make_call(sizes, features, rng, traces, label, scale=1.0):
    """Return a call with a fresh model, and a batch of each size."""
    batches = [
        (scale * 10.0 ** rng.uniform(-1, 1) * rng.standard_normal((size, features))).astype(np.float32)
        for size in sizes
    ]
    model = Build("make_scorer", {"features": features, "seed": int(rng.integers(10_000))})
    return Call({"model": model, "batches": batches}, traces=traces, label=label)


def make_case(name, label, shape, rng):
    """Return a case of six calls: the fourth has the batches of the first, and the last repeats the first."""
    size, features = shape
    calls = [
        make_call([size] * 2, features, rng, 1, "a first model, two batches"),
        make_call([size] * 3, features, rng, 0, "other parameters, three batches of large numbers", LARGE),
        make_call([size, size, size + 1], features, rng, 1, "two equal batches, and a last one of another size"),
        make_call([size] * 2, features, rng, 0, "other parameters, the first batches"),
        make_call([size + 1], features, rng, 0, "one batch, of the other size"),
    ]
    calls[3].args["batches"] = calls[0].args["batches"]
    batches = calls[2].args["batches"]
    batches[1] = batches[0]
    calls.append(Call(calls[0].args, traces=0, label="the first model and its batches again"))
    return Case(name, label, calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(6)
    return [
        make_case("sample-1", "batches of four rows", (4, 3), rng),
        make_case("sample-2", "batches of one row", (1, 2), rng),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [
        make_case(f"hidden-{i + 1}", f"B = {shape[0]}, D = {shape[1]}", shape, rng) for i, shape in enumerate(SHAPES)
    ]
