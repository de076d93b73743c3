"""One random number for the whole row.
Class: layout
Why: "noise = jax.random.normal(noise_key, row.shape)".
"""

import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    def one(state, x):
        number, row = x
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, number))
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        noise = jax.random.normal(noise_key)
        new = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * noise
        return new, new

    return jax.lax.scan(one, state, (jnp.arange(len(rows)) + first, rows))
