"""The derivative is that of the clipped numbers; the value is put on top."""

import jax
import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    v = jnp.clip(x / scale, low, high)
    levels = jax.lax.stop_gradient(jnp.round(v))
    return levels * scale + jax.lax.stop_gradient(scale) * (v - jax.lax.stop_gradient(v))
