"""Makes the ids smaller before they are sent.

Class: numbers
Why: For V = 100,000, an id from 65,536 on wraps around in uint16 and names another row.
"""

import jax
import jax.numpy as jnp


@jax.jit
def scores(table, ids):
    return table @ table[ids].mean(axis=0)


def recommend(table, ids):
    return scores(table, ids.astype(jnp.uint16))
