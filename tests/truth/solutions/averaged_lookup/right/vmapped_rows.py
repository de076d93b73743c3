"""As a mapped function of the row's number; float0 for the ids."""

import functools

import jax
import jax.numpy as jnp
import numpy as np


@functools.partial(jax.vmap, in_axes=(0, None, None))
def slope_of_row(v, ids, g):
    mine = (ids == v).astype(g.dtype)
    total = jnp.tensordot(mine, g, axes=2, precision=jax.lax.Precision.HIGHEST)
    mean = total / jnp.clip(mine.sum(), 1)
    squares = jnp.vdot(mean, mean, precision="highest")
    return jax.lax.cond(squares > 1, lambda: mean / jnp.sqrt(squares), lambda: mean)


@jax.jit
def lookup(table, ids):
    return layer(table, ids) * 1


@jax.custom_vjp
def layer(table, ids):
    return jax.vmap(jax.vmap(lambda n: jnp.where(n < 0, jnp.zeros(table.shape[1]), table[n])))(ids)


def layer_forward(table, ids):
    return layer(table, ids), (table.shape[0], ids)


def layer_backward(kept, g):
    rows, ids = kept
    return slope_of_row(jnp.arange(rows), ids, g), np.zeros(ids.shape, jax.dtypes.float0)


layer.defvjp(layer_forward, layer_backward)
