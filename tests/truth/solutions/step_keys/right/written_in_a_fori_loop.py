"""A fori_loop that writes each state into its row, with a NamedTuple as the carry."""

from typing import NamedTuple

import jax
import jax.numpy as jnp


class Run(NamedTuple):
    state: jax.Array
    states: jax.Array


def _push(key: jax.Array, row: jax.Array) -> tuple[jax.Array, jax.Array]:
    noise_key, mask_key = jax.random.split(key)
    kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
    return jnp.where(kept, row, 0), 0.1 * jax.random.normal(noise_key, row.shape)


def resume(key: jax.Array, first: jax.Array, state: jax.Array, rows: jax.Array) -> tuple[jax.Array, jax.Array]:
    def step(t: jax.Array, run: Run) -> Run:
        row, noise = _push(jax.random.fold_in(key, first + t), rows[t])
        state = 0.9 * run.state + row + noise
        return Run(state, run.states.at[t].set(state))

    run = jax.lax.fori_loop(0, rows.shape[0], step, Run(state, jnp.zeros_like(rows)))
    return run.state, run.states
