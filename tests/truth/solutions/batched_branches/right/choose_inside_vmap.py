"""Chooses the weights and a harmless state for one machine, inside of the mapped function."""

from functools import partial

import jax
import jax.numpy as jnp


def _advance_one(rule, weights, kind, on, state):
    highest = weights.shape[0] - 1
    mine = weights[jnp.clip(kind, 0, highest)]
    harmless = jnp.where(on, state, jnp.ones_like(state))
    return jnp.where(on, rule(mine, harmless), state)


def advance(rule, weights, kinds, running, states):
    mapped = jax.vmap(partial(_advance_one, rule), in_axes=(None, 0, 0, 0))
    return mapped(weights, kinds, running, states)
