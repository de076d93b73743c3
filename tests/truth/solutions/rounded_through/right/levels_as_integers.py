"""The levels are made as integers; they have no derivative anyway."""

import jax
import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    v = jnp.clip(x / scale, low, high)
    codes = jnp.round(v).astype(jnp.int8).astype(jnp.float32)
    return scale * (codes + v - jax.lax.stop_gradient(v))
