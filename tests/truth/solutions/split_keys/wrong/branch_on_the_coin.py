"""Decides on each coin by an `if` of Python's, so nothing can trace it.

Class: other
Why: `augment` must be traceable, as under `jax.jit`: no decision of Python's on a drawn value.
"""

import jax
import jax.numpy as jnp


def augment(key, x):
    number_of_rows = x.shape[0]
    row_length = x.shape[1]
    all_keys = jax.random.split(key, number_of_rows + 1)
    next_key = all_keys[0]
    result = jnp.zeros_like(x)
    for i in range(number_of_rows):
        two_keys = jax.random.split(all_keys[1 + i])
        flip_key = two_keys[0]
        noise_key = two_keys[1]
        flip = jax.random.bernoulli(flip_key)
        noise = jax.random.normal(noise_key, (row_length,), x.dtype)
        if bool(flip):
            row = x[i, ::-1]
        else:
            row = x[i]
        result = result.at[i].set(row + 0.1 * noise)
    return next_key, result
