"""Going back, asks each row where it occurs, by vmap over the numbers of the rows."""

import dataclasses
from functools import partial

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class Kept:
    row_numbers: jax.Array
    ids: jax.Array


def gradient_of_row(row, ids, g):
    here = ids == row
    total = jnp.where(here[:, :, None], g, 0).sum(axis=(0, 1))
    mean = total / jnp.maximum(here.sum(), 1).astype(g.dtype)
    return mean * jnp.minimum(1, 1 / jnp.sqrt((mean**2).sum()))


def read(table, ids):
    return jnp.where((ids < 0)[:, :, None], 0.0, jnp.take(table, jnp.maximum(ids, 0), axis=0))


def forward(table, ids):
    return read(table, ids), Kept(jnp.arange(table.shape[0], dtype=ids.dtype), ids)


def backward(kept, g):
    return jax.vmap(partial(gradient_of_row, ids=kept.ids, g=g))(kept.row_numbers), None


ruled = jax.custom_vjp(read)
ruled.defvjp(forward, backward)
lookup = jax.jit(lambda table, ids: ruled(table, ids))
