import jax
import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    half = 2 ** (bits - 1)
    inverse = 1 / scale
    v = jnp.clip(x * inverse, -half, half - 1)
    return scale[None, :] * (jax.lax.stop_gradient(jnp.round(v) - v) + v)
