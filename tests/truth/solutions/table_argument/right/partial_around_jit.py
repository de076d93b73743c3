"""Maps the product over the rows; the table is bound by a partial outside of the jitted function."""

from functools import partial

import jax
import jax.numpy as jnp


@jax.jit
def score_all(table, ids):
    center = jax.vmap(lambda i: jax.lax.dynamic_index_in_dim(table, i, keepdims=False))(ids).mean(axis=0)
    return jax.vmap(partial(jnp.vdot, center))(table)


def recommend(table, ids):
    serve = partial(score_all, table)
    return serve(ids)
