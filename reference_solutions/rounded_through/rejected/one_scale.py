import jax
import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    width = scale.max()
    clipped = jnp.clip(x / width, low, high)
    return width * (clipped + jax.lax.stop_gradient(jnp.round(clipped) - clipped))
