import jax
import jax.numpy as jnp


def straight_through(f, x):
    zero = x - jax.lax.stop_gradient(x)
    return zero + jax.lax.stop_gradient(f(x))


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return scale * straight_through(jnp.round, jnp.clip(x / scale, low, high))
