"""Draws the noise of all steps by vmap, and scans over what has to be added in each."""

import jax
import jax.numpy as jnp


def addition(key, number, row):
    step_key = jax.random.fold_in(key, number)
    noise_key, mask_key = jax.random.split(step_key)
    kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
    return jnp.where(kept, row, 0) + 0.1 * jax.random.normal(noise_key, row.shape)


def resume(key, first, state, rows):
    numbers = jnp.arange(len(rows)) + first
    additions = jax.vmap(addition, in_axes=(None, 0, 0))(key, numbers, rows)

    def step(state, change):
        return (state := 0.9 * state + change), state

    return jax.lax.scan(step, state, additions)
