"""The harmless state is what machines that are off get.
Class: numbers
Why: "and `states[i]` where it is false".
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    own = weights[jnp.clip(kinds, 0, weights.shape[0] - 1)]
    on = running[:, None]
    safe = jnp.where(on, states, 1.0)
    return jnp.where(on, jax.vmap(rule)(own, safe), safe)
