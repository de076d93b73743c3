"""Wrong: the scan is unrolled over all rows, so that the compiled program has a copy of the step for each of them.
Breaks: "its program must not grow with `T`".
Class: growth
"""

import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    def step(carry, row):
        n, state = carry
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, n))
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        noise = jax.random.normal(noise_key, row.shape)
        state = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * noise
        return (n + 1, state), state

    (_, state), states = jax.lax.scan(step, (first, state), rows, unroll=len(rows))
    return state, states
