"""Kinds out of range wrap around.
Class: numbers
Why: "one above `E - 1` as `E - 1`".
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    on = running[:, None]
    own = weights[kinds % weights.shape[0]]
    return jnp.where(on, jax.vmap(rule)(own, jnp.where(on, states, 1.0)), states)
