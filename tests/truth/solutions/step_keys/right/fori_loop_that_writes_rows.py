"""A `fori_loop` in which each step writes its state into a row of the result."""

import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    count, _ = rows.shape

    def body(i, carry):
        state, states = carry
        row = jax.lax.dynamic_index_in_dim(rows, i, keepdims=False)
        keys = jax.random.split(jax.random.fold_in(key, first + i))
        noise = jax.random.normal(keys[0], row.shape)
        kept = jax.random.bernoulli(keys[1], 0.75, row.shape)
        state = 0.9 * state + jax.lax.select(kept, row, jnp.zeros_like(row)) + 0.1 * noise
        return state, jax.lax.dynamic_update_index_in_dim(states, state, i, 0)

    return jax.lax.fori_loop(0, count, body, (state, jnp.zeros_like(rows)))
