"""Wrong: up to 32 rows are handled by a Python loop, so that the program grows with each row up to there; only longer runs get a scan.
Breaks: "its program must not grow with `T`".
Class: growth
"""

import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    def step(state, numbered):
        n, row = numbered
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, n))
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        noise = jax.random.normal(noise_key, row.shape)
        state = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * noise
        return state, state

    if len(rows) > 32:
        return jax.lax.scan(step, state, (first + jnp.arange(len(rows)), rows))
    states = []
    for t, row in enumerate(rows):
        state, _ = step(state, (first + t, row))
        states.append(state)
    return state, jnp.stack(states)
