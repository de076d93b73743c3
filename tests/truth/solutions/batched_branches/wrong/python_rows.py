"""A Python loop over the rows.
Class: structure
Why: "for all machines together".
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    rows = []
    for i in range(states.shape[0]):
        own = weights[jnp.clip(kinds[i], 0, weights.shape[0] - 1)]
        on = running[i]
        rows.append(jnp.where(on, rule(own, jnp.where(on, states[i], 1.0)), states[i]))
    return jnp.stack(rows)
