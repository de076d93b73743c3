"""A `while_loop` with a counter, and rows written by dynamic updates."""

import jax
import jax.numpy as jnp
from jax import lax


def perturb(key, epoch, ids, rows):
    count, width = rows.shape
    base = jax.random.fold_in(key, epoch)

    def unfinished(state):
        return state[0] < count

    def body(state):
        i, out = state
        row = lax.dynamic_index_in_dim(rows, i, keepdims=False)
        first, second = jax.random.split(jax.random.fold_in(base, ids[i]))
        row = jnp.roll(row, jax.random.randint(first, (), 0, width))
        row = row + 0.1 * jax.random.normal(second, (width,))
        return i + 1, lax.dynamic_update_index_in_dim(out, row, i, 0)

    return lax.while_loop(unfinished, body, (jnp.int32(0), rows))[1]
