"""Keeps large kinds in range, and forgets that indexing counts negative ones from the end.

Class: numbers
Why: a kind below 0 counts as 0, but kind -1 takes the weights of the last kind, and so does its derivative.
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    on = running[:, None]
    safe = jnp.where(on, states, 1.0)
    chosen = weights[jnp.minimum(kinds, weights.shape[0] - 1)]
    return jnp.where(on, jax.vmap(rule)(chosen, safe), states)
