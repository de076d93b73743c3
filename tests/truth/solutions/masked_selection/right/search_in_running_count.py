"""Searches the running count for 1, 2, 3, ...: where it first reaches k stands the k-th reading."""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnums=2)
def first_above(readings, threshold, size):
    running = jnp.cumsum((readings > threshold).astype(jnp.int32))
    wanted = jax.lax.iota(jnp.int32, size) + 1
    found = jnp.searchsorted(running, wanted, side="left").astype(jnp.int32)
    there = wanted <= running[-1]
    values = jnp.where(there, readings.at[found].get(mode="clip"), jnp.float32(0))
    return values, jnp.where(there, found, jnp.int32(-1)), running[-1]
