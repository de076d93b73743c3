"""Splits each step's key twice, the second time after its data was wrapped anew.

Class: key
Why: Each step's key is split once for the noise and once, in disguise, for the mask, against "Each key is used at most once, and `jax.random.clone` makes no new one".
"""
import jax
import jax.numpy as jnp


def fresh(key):
    return jax.random.wrap_key_data(jax.random.key_data(key))


def resume(key, first, state, rows):
    def step(state, inputs):
        i, row = inputs
        step_key = jax.random.fold_in(key, first + i)
        noise_key = jax.random.split(step_key)[0]
        mask_key = jax.random.split(fresh(step_key))[1]
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        noise = jax.random.normal(noise_key, row.shape)
        state = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * noise
        return state, state

    return jax.lax.scan(step, state, (jnp.arange(rows.shape[0]), rows))
