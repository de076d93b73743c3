"""A zero with a derivative, beside the stopped levels; the range by `where`."""

import jax
import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    half = 2 ** (bits - 1)
    ratio = x / scale
    inside = jnp.where(ratio < -half, -half, jnp.where(ratio > half - 1, half - 1, ratio))
    zero = inside - jax.lax.stop_gradient(inside)
    return (zero + jax.lax.stop_gradient(jnp.rint(inside))) * scale
