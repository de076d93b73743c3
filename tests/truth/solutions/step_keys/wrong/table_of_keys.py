"""Makes a table of the keys of the first steps, and cuts those of this run out of it.

Class: numbers
Why: for first = 1_000_000 the slice is moved back to the end of the table, so that the noise is that of other steps.
"""

import jax
import jax.numpy as jnp

LONGEST = 1 << 16


def resume(key, first, state, rows):
    table = jax.vmap(jax.random.fold_in, in_axes=(None, 0))(key, jnp.arange(LONGEST))
    keys = jax.lax.dynamic_slice_in_dim(table, first, rows.shape[0])

    def step(state, keyed):
        step_key, row = keyed
        noise_key, mask_key = jax.random.split(step_key)
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        noise = jax.random.normal(noise_key, row.shape)
        state = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * noise
        return state, state

    return jax.lax.scan(step, state, (keys, rows))
