"""The table is donated, so the caller loses it.
Class: other
Why: "`table` and `ids` are the same after the call as before".
"""

import functools

import jax


@functools.partial(jax.jit, donate_argnums=0)
def recommend(table, ids):
    return table @ table[ids].mean(axis=0)
