"""The run's key is split, too.
Class: decoy
Why: "as long as nothing else is done with the key".
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

    spare = jax.random.split(key)[0]
    state = state + 0 * jax.random.uniform(spare, state.shape)
    return jax.lax.scan(one, state, (jnp.arange(len(rows)) + first, rows))
