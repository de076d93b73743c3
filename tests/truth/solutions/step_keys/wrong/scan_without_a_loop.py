"""A scan that is unrolled completely, for speed.

Class: growth
Why: "its program must not grow with `T`": the compiled program has a copy of the step for each row.
"""

import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    def step(state, numbered):
        number, row = numbered
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, number))
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        noise = jax.random.normal(noise_key, row.shape)
        state = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * noise
        return state, state

    numbers = first + jnp.arange(rows.shape[0])
    return jax.lax.scan(step, state, (numbers, rows), unroll=True)
