"""Clipped at E in place of E - 1; indexing clamps that, but only from above, and negative ones are left.
Class: numbers
Why: "a kind below 0 counts as 0".
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    own = weights[jnp.minimum(kinds, weights.shape[0])]
    on = running[:, None]
    return jnp.where(on, jax.vmap(rule)(own, jnp.where(on, states, 1.0)), states)
