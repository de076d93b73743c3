"""A jitted lambda of table and ids, bound to the table by a partial outside of jit."""
import functools

import jax
import jax.numpy as jnp

score = jax.jit(
    lambda table, ids: jnp.einsum(
        "vd,d->v",
        table,
        jnp.take(table, ids, axis=0, mode="clip").mean(axis=0),
        precision=jax.lax.Precision.HIGHEST,
    )
)


def recommend(table, ids):
    tonight = functools.partial(score, table)
    return tonight(ids)
