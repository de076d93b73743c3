"""All machines move.
Class: numbers
Why: "and `states[i]` where it is false".
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    own = weights[jnp.clip(kinds, 0, weights.shape[0] - 1)]
    on = running[:, None]
    return jax.vmap(rule)(own, jnp.where(on, states, 1.0))
