"""A Python loop over blocks of four rows, each of which is a scan.

Class: growth
Why: breaches "It has at most one operation more for each further row: no Python loop over the rows": four further rows bring a further scan with all operations of a step.
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

    states = []
    for begin in range(0, rows.shape[0], 4):
        block = rows[begin : begin + 4]
        numbers = first + begin + jnp.arange(block.shape[0])
        state, some = jax.lax.scan(step, state, (numbers, block))
        states.append(some)
    return state, jnp.concatenate(states)
