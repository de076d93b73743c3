"""A single step needs no loop, and its state is returned in both places as it is.

Class: numbers
Why: for T equal to 1 the states have the shape (D,) instead of (1, D).
"""

import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    def step(state, numbered):
        n, row = numbered
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, n))
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        state = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * jax.random.normal(noise_key, row.shape)
        return state, state

    if rows.shape[0] == 1:
        return step(state, (first, rows[0]))
    return jax.lax.scan(step, state, (first + jnp.arange(rows.shape[0]), rows))
