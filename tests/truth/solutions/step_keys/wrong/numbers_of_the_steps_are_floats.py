"""Counts the steps in float32, and rounds to whole numbers afterwards.

Class: dtype
Why: From `first` = 2**24 on float32 has no odd numbers, so for a billion many steps get one and the same number, and thus the noise of another step.
"""
import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    numbers = first + jnp.arange(rows.shape[0], dtype=jnp.float32)

    def step(state, inputs):
        number, row = inputs
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, number.astype(jnp.int32)))
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        noise = jax.random.normal(noise_key, row.shape)
        state = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * noise
        return state, state

    return jax.lax.scan(step, state, (numbers, rows))
