"""The forward rule counts, and keeps for each place its share of the mean."""

import functools

import jax
import jax.numpy as jnp
import optax


def forward_rule(table, ids):
    rows = table.shape[0]
    spared = jnp.where(ids < 0, rows, ids)
    counts = jnp.bincount(spared.ravel(), length=rows + 1)
    shares = jnp.where(ids < 0, 0, 1 / counts[spared])
    return look(table, ids), (jnp.arange(rows), spared, shares)


def backward_rule(kept, g):
    numbers, spared, shares = kept
    mean = jnp.zeros((numbers.size, g.shape[2]), g.dtype).at[spared].add(shares[:, :, None] * g, mode="drop")
    return optax_shorten(mean), None


def optax_shorten(mean):
    return jax.vmap(lambda row: optax.projections.projection_l2_ball(row, 1.0))(mean)


@jax.custom_vjp
def look(table, ids):
    valid = ids >= 0
    return jnp.where(valid[:, :, None], table[jnp.where(valid, ids, 0)], 0)


look.defvjp(forward_rule, backward_rule)
lookup = functools.partial(jax.jit)(look)
