"""Everything is written for one machine, index and selections included, and all of that is mapped by a decorator."""

import functools

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    last = weights.shape[0] - 1

    @functools.partial(jax.vmap, in_axes=(0, 0, 0))
    def advance_one(kind, on, state):
        kind = jax.lax.clamp(jnp.int32(0), kind, jnp.int32(last))
        mine = jax.lax.dynamic_index_in_dim(weights, kind, axis=0, keepdims=False)
        return jnp.where(on, rule(mine, jnp.where(on, state, 1.0)), state)

    return advance_one(kinds, running, states)
