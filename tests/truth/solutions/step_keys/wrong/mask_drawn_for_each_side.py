"""The mask is drawn twice with one key, once for what is kept and once for what is dropped. The numbers are right.
Breaks: "Each key is used at most once."
Class: key
"""
import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    def step(state, inputs):
        n, row = inputs
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, n))
        kept = jnp.where(jax.random.bernoulli(mask_key, 0.75, row.shape), row, 0)
        kept = jnp.where(~jax.random.bernoulli(mask_key, 0.75, row.shape), 0, kept)
        state = 0.9 * state + kept + 0.1 * jax.random.normal(noise_key, row.shape)
        return state, state

    return jax.lax.scan(step, state, (first + jnp.arange(rows.shape[0]), rows))
