"""Negative ids move behind the last row, where modes "fill" and "drop" ignore them; a terse expert's style."""

import jax
import jax.numpy as jnp


def _behind(ids, rows):
    return jnp.where(ids < 0, rows, ids)


@jax.custom_vjp
def _read(table, ids):
    return table.at[_behind(ids, table.shape[0])].get(mode="fill", fill_value=0)


def _forward(table, ids):
    return _read(table, ids), (jnp.zeros((table.shape[0], 0)), ids)


def _backward(kept, g):
    rows, where = kept[0].shape[0], _behind(kept[1], kept[0].shape[0])
    counts = jnp.zeros((rows, 1)).at[where].add(1.0, mode="drop")
    mean = jnp.zeros((rows, g.shape[-1])).at[where].add(g, mode="drop") / jnp.maximum(counts, 1)
    return mean * jnp.minimum(1, 1 / jnp.sqrt((mean**2).sum(axis=1, keepdims=True))), None


_read.defvjp(_forward, _backward)
lookup = jax.jit(_read)
