"""A Python loop over the rows.
Class: growth
Why: "its program must not grow with `T`".
"""

import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    def one(state, x):
        number, row = x
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, number))
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        noise = jax.random.normal(noise_key, row.shape)
        new = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * noise
        return new, new

    states = []
    for i in range(len(rows)):
        state, _ = one(state, (first + i, rows[i]))
        states.append(state)
    return state, jnp.stack(states)
