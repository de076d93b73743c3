"""Counts from step 0 in a loop, and changes the state only from the first step on.

Class: flops
Why: "It may be a billion, so don't go through the steps before": for first = 10**9 the loop makes a billion passes.
"""

import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    def body(n, carry):
        state, states = carry
        i = jnp.maximum(n - first, 0)
        row = rows[i]
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, n))
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        noise = jax.random.normal(noise_key, row.shape)
        moved = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * noise
        state = jnp.where(n >= first, moved, state)
        return state, states.at[i].set(state)

    return jax.lax.fori_loop(0, first + rows.shape[0], body, (state, jnp.zeros_like(rows)))
