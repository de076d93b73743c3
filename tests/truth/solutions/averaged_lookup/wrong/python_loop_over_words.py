"""A Python loop over the rows of the table.

Class: growth
Why: "It has as many operations for 24 words and sentences as for 12."
"""

import jax
import jax.numpy as jnp


def of_row(v, ids, g):
    mine = ids == v
    total = jnp.where(mine[..., None], g, 0).sum(axis=(0, 1))
    mean = total / jnp.maximum(mine.sum(), 1)
    return mean * jnp.minimum(1, 1 / jnp.sqrt((mean**2).sum()))


@jax.custom_vjp
def pick(table, ids):
    return jnp.where((ids < 0)[:, :, None], 0, table[ids])


pick.defvjp(
    lambda table, ids: (pick(table, ids), (jnp.arange(table.shape[0]), ids)),
    lambda kept, g: (jnp.stack([of_row(v, kept[1], g) for v in range(kept[0].size)]), None),
)


@jax.jit
def lookup(table, ids):
    return pick(table, ids)
