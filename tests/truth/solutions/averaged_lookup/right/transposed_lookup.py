"""JAX's own backward pass of the plain lookup makes the sums, and that of a table of ones the counts."""

import jax
import jax.numpy as jnp


def plain(table, ids):
    return jnp.where((ids < 0)[:, :, None], 0, table[ids])


@jax.custom_vjp
def averaged(table, ids):
    return plain(table, ids)


def averaged_forward(table, ids):
    return jax.vjp(lambda table: plain(table, ids), table)[0], (ids, jnp.zeros((table.shape[0], 1)))


def averaged_backward(kept, g):
    ids, column = kept
    like = jnp.zeros((column.shape[0], g.shape[2]))
    (sums,) = jax.linear_transpose(lambda table: plain(table, ids), like)(g)
    (counts,) = jax.linear_transpose(lambda table: plain(table, ids), column)(jnp.ones((*ids.shape, 1)))
    mean = sums / jnp.maximum(counts, 1)
    return mean * jnp.minimum(1, 1 / jnp.sqrt(jnp.sum(jnp.square(mean), axis=-1, keepdims=True))), None


averaged.defvjp(averaged_forward, averaged_backward)
lookup = jax.jit(averaged)
