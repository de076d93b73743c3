"""Each row looks for its own places, under `vmap`."""

from functools import partial

import jax
import jax.numpy as jnp


@jax.custom_vjp
def read(table, ids):
    return jnp.where(ids[..., None] < 0, 0.0, table.at[ids].get(mode="clip"))


def pull(kept, g):
    numbers, ids = kept

    def mean_of(number):
        here = ids == number
        mean = jnp.tensordot(here.astype(g.dtype), g, 2) / jnp.maximum(here.sum(), 1)
        return jax.lax.cond(mean @ mean > 1, lambda: mean / jnp.linalg.norm(mean), lambda: mean)

    return jax.vmap(mean_of)(numbers), None


read.defvjp(lambda table, ids: (read(table, ids), (jnp.arange(len(table)), ids)), pull)


@partial(jax.jit, inline=True)
def lookup(table, ids):
    return read(table, ids)
