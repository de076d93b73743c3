"""Gives padding a row of its own behind the table, going forward as well as back."""

import jax
import jax.numpy as jnp


def _slots(ids, rows):
    return jnp.where(ids < 0, rows, ids)


@jax.custom_vjp
def _read(table, ids):
    longer = jnp.concatenate([table, jnp.zeros_like(table[:1])])
    return longer[_slots(ids, table.shape[0])]


def _read_forward(table, ids):
    return _read(table, ids), (table[:, :0], ids)  # no numbers, but it knows how many rows there are


def _read_backward(kept, g):
    hull, ids = kept
    rows, width = hull.shape[0], g.shape[2]
    slots = _slots(ids, rows)
    total = jnp.zeros((rows + 1, width), g.dtype).at[slots].add(g)[:rows]
    count = jnp.zeros(rows + 1, jnp.int32).at[slots].add(1)[:rows]
    mean = total / jnp.maximum(count, 1).astype(g.dtype)[:, None]
    squares = (mean**2).sum(1, keepdims=True)
    return mean * jnp.minimum(1, 1 / jnp.sqrt(squares)), None


_read.defvjp(_read_forward, _read_backward)

lookup = jax.jit(_read)
