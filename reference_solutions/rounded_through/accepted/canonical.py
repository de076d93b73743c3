import jax
import jax.numpy as jnp


def round_through(x):
    return x + jax.lax.stop_gradient(jnp.round(x) - x)


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return scale * round_through(jnp.clip(x / scale, low, high))
