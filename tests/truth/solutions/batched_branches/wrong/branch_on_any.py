"""Python asks whether any machine is on.
Class: structure
Why: "JAX must be able to trace the function".
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    own = weights[jnp.clip(kinds, 0, weights.shape[0] - 1)]
    on = running[:, None]
    if not running.any():
        return states
    return jnp.where(on, jax.vmap(rule)(own, jnp.where(on, states, 1.0)), states)
