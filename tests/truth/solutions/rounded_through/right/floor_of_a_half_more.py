import jax
import jax.numpy as jnp
from jax import lax


def fake_quantise(x, scale, bits):
    v = lax.clamp(-(2.0 ** (bits - 1)), x / scale, 2.0 ** (bits - 1) - 1)
    return scale * (v - lax.stop_gradient(v - jnp.floor(v + 0.5)))
