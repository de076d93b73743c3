"""Asks jax.eval_shape what the rule returns, before it maps it.

Class: structure
Why: Python calls `rule` twice, once of it outside of `jax.vmap`; "Python calls rule at most once in a call of yours, under jax.vmap".
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    result = jax.eval_shape(rule, weights[0], states[0])
    on = jnp.broadcast_to(running[:, None], (states.shape[0], *result.shape))
    mine = weights[jnp.clip(kinds, 0, weights.shape[0] - 1)]
    moved = jax.vmap(rule)(mine, jnp.where(on, states, 1.0))
    return jnp.where(on, moved, states).astype(result.dtype)
