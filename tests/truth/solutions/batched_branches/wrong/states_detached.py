"""The derivative of machines that are off is cut.
Class: numbers
Why: "For a machine that is off it is that of handing its state on".
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    own = weights[jnp.clip(kinds, 0, weights.shape[0] - 1)]
    on = running[:, None]
    kept = jax.lax.stop_gradient(states)
    return jnp.where(on, jax.vmap(rule)(own, jnp.where(on, states, 1.0)), kept)
