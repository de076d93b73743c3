"""All splits first, then all coins and all noise, each by its own vmap; rows are turned by the places they are taken from."""
from functools import partial

import jax
import jax.numpy as jnp


def augment(key: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    n, d = x.shape
    children = jax.random.split(key, n + 1)
    next_key, row_keys = children[0], children[1:]
    flip_keys, noise_keys = jax.vmap(jax.random.split, out_axes=1)(row_keys)
    flips = jax.vmap(jax.random.bernoulli)(flip_keys)
    noise = jax.vmap(partial(jax.random.normal, shape=(d,), dtype=x.dtype))(noise_keys)
    places = jnp.where(flips[:, None], jnp.arange(d)[::-1], jnp.arange(d))
    return next_key, jnp.take_along_axis(x, places, axis=1) + 0.1 * noise
