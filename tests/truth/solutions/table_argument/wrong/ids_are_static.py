"""The ids are static.
Class: retrace
Why: "JAX traces it once for each pair of shapes, whichever table comes".
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnums=1)
def scores(table, ids):
    return table @ table[jnp.array(ids)].mean(axis=0)


def recommend(table, ids):
    return scores(table, tuple(ids.tolist()))
