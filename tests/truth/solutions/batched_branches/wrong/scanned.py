"""A scan over the machines.
Class: structure
Why: "Loops of `jax.lax` … are not allowed".
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    def body(_, machine):
        kind, on, state = machine
        own = weights[jnp.clip(kind, 0, weights.shape[0] - 1)]
        return None, jnp.where(on, rule(own, jnp.where(on, state, 1.0)), state)

    return jax.lax.scan(body, None, (kinds, running, states))[1]
