"""Draws all noise and all masks ahead under vmap, and only the decay is a scan."""

import functools

import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    steps, *shape = rows.shape
    normal = functools.partial(jax.random.normal, shape=tuple(shape))
    bernoulli = functools.partial(jax.random.bernoulli, p=0.75, shape=tuple(shape))

    numbers = first + jnp.arange(steps, dtype=jnp.int32)
    pairs = jax.vmap(lambda n: jax.random.split(jax.random.fold_in(key, n)))(numbers)
    noise, kept = jax.vmap(normal)(pairs[:, 0]), jax.vmap(bernoulli)(pairs[:, 1])

    def decay(state, push):
        row, noise = push
        state = 0.9 * state + row + 0.1 * noise
        return state, state

    return jax.lax.scan(decay, state, (jnp.where(kept, rows, 0), noise))
