"""The sums are histograms: jnp.bincount with weights, mapped over the columns of the gradient."""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def read(table: jax.Array, ids: jax.Array) -> jax.Array:
    used = ids >= 0
    rows = jnp.take(table, jnp.where(used, ids, 0), axis=0)
    return jnp.where(used[..., None], rows, jnp.float32(0))


def remember(table, ids):
    return read(table, ids), (ids, jnp.arange(table.shape[0]))


def histogram(bins, weights, rows):
    # Bin 0 is for padding, and row v is bin v + 1.
    return jnp.zeros(rows + 1).at[bins].add(weights)[1:] if bins.size == 0 else jnp.bincount(bins, weights, length=rows + 1)[1:]


def averaged(kept, g):
    ids, numbers = kept
    rows = numbers.size
    bins = (jnp.maximum(ids, -1) + 1).ravel()
    columns = g.reshape(-1, g.shape[-1])
    counts = histogram(bins, jnp.ones(bins.shape), rows)
    sums = jax.vmap(lambda column: histogram(bins, column, rows), in_axes=1, out_axes=1)(columns)
    mean = sums / jnp.where(counts == 0, 1, counts)[:, None]

    @jax.vmap
    def shorten(row):
        return row * jnp.minimum(1, 1 / jnp.sqrt((row**2).sum()))

    return shorten(mean), None


read.defvjp(remember, averaged)


@jax.jit
def lookup(table: jax.Array, ids: jax.Array) -> jax.Array:
    return read(table, ids)
