"""The table is static.
Class: structure
Why: "JAX traces it once for each pair of shapes, whichever table comes".
"""

import functools

import jax


@functools.partial(jax.jit, static_argnums=0)
def recommend(table, ids):
    return table @ table[ids].mean(axis=0)
