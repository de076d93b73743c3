from functools import partial

import jax
import jax.numpy as jnp


@jax.jit
def resume(key, first, state, rows):
    numbers = first + jnp.arange(rows.shape[0], dtype=jnp.int32)
    return jax.lax.scan(partial(step, key), state, (numbers, rows))


def step(key, state, given):
    number, row = given
    noise_key, mask_key = jax.random.split(jax.random.fold_in(key, number))
    kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
    noise = jax.random.normal(noise_key, row.shape)
    state = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * noise
    return state, state
