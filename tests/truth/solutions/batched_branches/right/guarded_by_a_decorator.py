"""A decorator that makes a batched rule harmless where it is off, with lax.select and lax.clamp."""

import functools

import jax
import jax.numpy as jnp
from jax import lax


def guarded(running):
    def decorate(batched_rule):
        @functools.wraps(batched_rule)
        def wrapper(weights, states):
            on = lax.broadcast_in_dim(running, states.shape, (0,))
            moved = batched_rule(weights, lax.select(on, states, jnp.ones_like(states)))
            return lax.select(on, moved, states)

        return wrapper

    return decorate


def advance(rule, weights, kinds, running, states):
    last = jnp.int32(weights.shape[0] - 1)
    chosen = lax.clamp(jnp.int32(0), kinds, last)
    step = guarded(running)(jax.vmap(rule))
    return step(weights.at[chosen].get(mode="promise_in_bounds"), states)
