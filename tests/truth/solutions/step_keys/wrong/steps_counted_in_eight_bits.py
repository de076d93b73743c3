"""Counts the steps of a call in 8 bits, and adds the first number to that.

Class: dtype
Why: with more than 256 rows the count begins again at 0, so step first + 256 draws with the key of step first (T may be up to 1000).
"""

import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    count = jnp.arange(rows.shape[0]).astype(jnp.uint8)

    def step(state, numbered):
        i, row = numbered
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, first + i))
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        state = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * jax.random.normal(noise_key, row.shape)
        return state, state

    return jax.lax.scan(step, state, (count, rows))
