"""The rule sits on the table: JAX adds up what comes back, and the rule divides and shortens it."""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def averaged(table, ids):
    return table


def _forward(table, ids):
    rows = table.shape[0]
    words = jnp.where(ids < 0, rows, ids)  # out of range, so that it is dropped
    return table, jnp.zeros(rows, jnp.int32).at[words].add(1, mode="drop")


def _backward(counts, total):
    mean = total / jnp.maximum(counts, 1)[:, None]
    length = jnp.sqrt(jnp.sum(mean**2, axis=1, keepdims=True))
    return mean * jnp.minimum(1, 1 / length), None


averaged.defvjp(_forward, _backward)


@jax.jit
def lookup(table, ids):
    rows = averaged(table, ids)[jnp.maximum(ids, 0)]
    return jnp.where((ids < 0)[..., None], 0, rows)
