"""Padding brings no gradient, but row 0 is divided by it as well.

Class: numbers
Why: "Padding counts for no row."
"""

import jax
import jax.numpy as jnp


@jax.jit
@jax.custom_gradient
def lookup(table, ids):
    rows, width = table.shape
    padding = (ids < 0)[:, :, None]

    def pull(g):
        kept = jnp.where(padding, 0, g).reshape(-1, width)
        flat = ids.reshape(-1)
        places = jnp.maximum(flat, 0)
        total = jnp.zeros((rows, width)).at[places].add(kept)
        count = jnp.zeros((rows, 1)).at[places].add(1.0)
        mean = total / jnp.maximum(1, count)
        return mean * jnp.minimum(1, 1 / jnp.sqrt((mean**2).sum(1, keepdims=True))), None

    return jnp.where(padding, 0, table[ids]), pull
