"""Every step from 0 is made, in a loop that needs `first` as a number.
Class: host
Why: "so don't go through the steps before".
"""

import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    def one(state, x):
        number, row = x
        noise_key, mask_key = jax.random.split(number)
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        noise = jax.random.normal(noise_key, row.shape)
        new = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * noise
        return new, new

    keys = jax.random.split(key, int(first) + len(rows))[-len(rows) :]
    return jax.lax.scan(one, state, (keys, rows))
