"""Noise and mask have functions of their own, and each of them folds the same number and splits the step's key.

Class: key
Why: breaches "Each key is used at most once in a call: drawn from, or split": the key of each step is split twice, once for the noise and once for the mask; the numbers are right.
"""

import jax
import jax.numpy as jnp


def noise_of_step(key, n, shape):
    noise_key, _ = jax.random.split(jax.random.fold_in(key, n))
    return jax.random.normal(noise_key, shape)


def mask_of_step(key, n, shape):
    _, mask_key = jax.random.split(jax.random.fold_in(key, n))
    return jax.random.bernoulli(mask_key, 0.75, shape)


def resume(key, first, state, rows):
    def step(state, numbered):
        n, row = numbered
        kept = mask_of_step(key, n, row.shape)
        state = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * noise_of_step(key, n, row.shape)
        return state, state

    return jax.lax.scan(step, state, (first + jnp.arange(rows.shape[0]), rows))
