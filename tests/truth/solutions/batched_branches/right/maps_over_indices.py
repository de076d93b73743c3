"""Maps over the numbers of kinds, so that each machine picks its weights inside, and parks those that are off at ones."""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    on = jnp.broadcast_to(running[:, None], states.shape)
    parked = jax.lax.select(on, states, jnp.ones_like(states))
    which = jnp.clip(kinds, 0, len(weights) - 1)

    def move(kind, state):
        return rule(jax.lax.dynamic_index_in_dim(weights, kind, keepdims=False), state)

    return jax.lax.select(on, jax.vmap(move)(which, parked), states)
