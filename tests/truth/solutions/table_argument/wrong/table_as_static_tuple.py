"""The table as nested tuples, which have a hash.
Class: retrace
Why: "JAX traces it once for each pair of shapes, whichever table comes".
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnums=0)
def scores(rows, ids):
    table = jnp.array(rows)
    return table @ table[ids].mean(axis=0)


def recommend(table, ids):
    return scores(tuple(map(tuple, table.tolist())), ids)
