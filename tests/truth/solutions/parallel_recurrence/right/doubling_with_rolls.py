"""Rolls the arrays in each round and masks what comes round."""

import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    n = decay.shape[0]
    position = jnp.arange(n)[:, None]
    a, b = decay, drive
    for k in range((n - 1).bit_length()):
        inside = position >= 2**k
        earlier_a = jnp.where(inside, jnp.roll(a, 2**k, axis=0), 1.0)
        earlier_b = jnp.where(inside, jnp.roll(b, 2**k, axis=0), 0.0)
        a, b = a * earlier_a, a * earlier_b + b
    return b
