"""A `fori_loop` that writes each state into its row."""

import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    def body(i, carry):
        state, states = carry
        row = rows[i]
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, first + i))
        row = jax.lax.select(jax.random.bernoulli(mask_key, 0.75, row.shape), row, jnp.zeros_like(row))
        state = 0.9 * state + row + 0.1 * jax.random.normal(noise_key, row.shape)
        return state, states.at[i].set(state)

    return jax.lax.fori_loop(0, len(rows), body, (state, jnp.zeros_like(rows)))
