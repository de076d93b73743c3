"""Solves the recurrence by powers of 0.9 and a running sum, without a loop.

Class: numbers
Why: for T = 1000 the power 0.9**1000 is 0 in float32, and the quotients are inf, so the last states are NaN.
"""

import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    count = rows.shape[0]

    def change(number, row):
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, number))
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        return jnp.where(kept, row, 0) + 0.1 * jax.random.normal(noise_key, row.shape)

    changes = jax.vmap(change)(first + jnp.arange(count), rows)
    powers = (0.9 ** jnp.arange(1.0, count + 1))[:, None]
    states = powers * (state + jnp.cumsum(changes / powers, axis=0))
    return states[-1], states
