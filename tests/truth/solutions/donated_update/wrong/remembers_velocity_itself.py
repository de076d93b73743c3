"""Keeps its own velocity, and ignores the one that is given after the first call for a shape.
Class: memory
Why: "velocity = 0.9 * velocity + grads"
"""

import functools

import jax
import jax.numpy as jnp

_own = {}


@functools.partial(jax.jit, donate_argnums=(0, 1))
def step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity


def momentum_step(params, velocity, grads, rate):
    key = params["kernel"].shape
    given = velocity
    if key in _own:
        velocity = jax.tree.map(jnp.array, _own[key])
    params, velocity = step(params, velocity, grads, rate)
    _own[key] = jax.tree.map(jnp.array, velocity)
    for leaf in jax.tree.leaves(given):
        if not leaf.is_deleted():
            leaf.delete()
    return params, velocity
