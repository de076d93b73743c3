import jax
import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    low, high = -(2.0 ** (bits - 1)), 2.0 ** (bits - 1) - 1
    v = x / scale
    inside = v + jax.lax.stop_gradient(jnp.round(v) - v)
    levels = jnp.where(v < low, low, jnp.where(v > high, high, inside))
    return scale * levels
