"""Counts the steps in float32, and converts the numbers for `fold_in`.

Class: dtype
Why: from 2**24 on float32 doesn't hold each whole number: for first = 1_000_000_001 all steps get rounded numbers, and several get the same noise.
"""

import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    numbers = (first + jnp.arange(0.0, rows.shape[0])).astype(jnp.int32)

    def step(state, numbered):
        number, row = numbered
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, number))
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        noise = jax.random.normal(noise_key, row.shape)
        state = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * noise
        return state, state

    return jax.lax.scan(step, state, (numbers, rows))
