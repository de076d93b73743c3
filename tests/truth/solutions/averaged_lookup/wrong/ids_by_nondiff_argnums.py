"""Ids are declared as an argument that isn't differentiated, which a tracer can't be.

Class: other
Why: "A training loop differentiates the jitted function, so `ids` is a tracer for all that is inside."
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_vjp, nondiff_argnums=(1,))
def read(table, ids):
    return jnp.where((ids < 0)[:, :, None], 0, table[ids])


def forward(table, ids):
    return read(table, ids), table.shape[0]


def backward(ids, rows, g):
    places = jnp.where(ids < 0, rows, ids)
    total = jnp.zeros((rows, g.shape[2])).at[places].add(g, mode="drop")
    count = jnp.zeros((rows, 1)).at[places].add(1, mode="drop")
    mean = total / jnp.maximum(count, 1)
    return (mean * jnp.minimum(1, 1 / jnp.linalg.norm(mean, axis=1, keepdims=True)),)


read.defvjp(forward, backward)


@jax.jit
def lookup(table, ids):
    return read(table, ids)
