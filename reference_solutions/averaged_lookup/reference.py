"""The truth of `averaged_lookup`: a rule with the ids as an argument, and one more row for padding."""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def _read(table, ids):
    return jnp.where(ids[:, :, None] < 0, 0, table[ids])


def _forward(table, ids):
    return _read(table, ids), (table, ids)


def _backward(kept, g):
    table, ids = kept
    rows, width = table.shape
    place = jnp.where(ids < 0, rows, ids)
    sums = jnp.zeros((rows + 1, width)).at[place].add(g)[:rows]
    counts = jnp.zeros(rows + 1).at[place].add(1)[:rows, None]
    means = sums / jnp.where(counts == 0, 1, counts)
    norms = jnp.sqrt(jnp.sum(means**2, axis=1, keepdims=True))
    return means / jnp.maximum(norms, 1), None


_read.defvjp(_forward, _backward)


@jax.jit
def lookup(table, ids):
    """Return the rows of the ids; a row's gradient is the mean over its places, of length 1 at most."""
    return _read(table, ids)
