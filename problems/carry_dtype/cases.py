"""Inputs of `carry_dtype`: rows of 16 and of 32 bits, some of zeros, with decays of 0, of 1, and between."""

import jax.numpy as jnp
import numpy as np

from grader.inside.authoring import Call, Case

KINDS = [(300, 4, "bfloat16", 1e4), (60, 3, "float16", 20.0), (17, 1, "float32", 1e5)]
"""T, D, dtype, and about how large the numbers are, of the hidden cases."""


def make_call(sizes, dtype, decay, rng, size=1.0):
    """Return a call with fresh numbers, some of them 0; those of a column are of one sign, so that no sum cancels."""
    t, d = sizes
    xs = size * rng.uniform(0.5, 2, (t, d)) * rng.choice([-1, 1], d)
    xs[1::5] = 0
    xs[3::7, 0] = 0
    args = {"xs": xs.astype(jnp.dtype(dtype)), "decay": np.array(decay, np.float32)}
    return Call(args, label=f"T = {t}, D = {d}, {dtype}, decay {decay:g}")


def make_case(name, kind, decays, rng):
    """Return the case of this kind, with a call for each decay."""
    t, d, dtype, size = kind
    calls = [make_call((t, d), dtype, decay, rng, size) for decay in decays]
    return Case(name, f"T = {t}, D = {d}, {dtype}", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(22)
    long = make_case("sample-2", (40, 2, "bfloat16", 1.0), [0.995, 0.0], rng)
    shown = np.array([[256.0, 1.0], [1.0, 1.0], [1.0, 2.0]]).astype(jnp.bfloat16)
    example = [
        Call({"xs": shown, "decay": np.array(decay, np.float32)}, label=f"the statement's example, decay {decay:g}")
        for decay in (1.0, 0.5)
    ]
    return [
        Case("sample-1", "the statement's example, and another decay", example),
        Case("sample-2", long.label, [*long.calls, Call(long.calls[0].args, label="the first call once more")]),
        make_case("sample-3", (30, 1, "float16", 3.0), [0.995, 0.6], rng),
        make_case("sample-4", (1, 2, "float32", 1.0), [0.5, 1.0], rng),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    between = round(float(rng.uniform(0.3, 0.9)), 3)
    decays = [0.995, 1.0, between, 0.0]
    return [make_case(f"hidden-{i + 1}", kind, decays, rng) for i, kind in enumerate(KINDS)]
