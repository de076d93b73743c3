from functools import partial

import jax
import jax.numpy as jnp


def step(rule, weights, machine):
    kind, on, state = machine
    own = weights.at[jnp.clip(kind, 0)].get(mode="clip")
    return jnp.where(on, rule(own, jnp.where(on, state, 1)), state)


def advance(rule, weights, kinds, running, states):
    return jax.vmap(partial(step, rule, weights))((kinds, running, states))
