"""Donates, and then copies the results to other memory.
Class: layout
Why: "the results have taken over their memory".
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnames=("params", "velocity"))
def step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    return params, velocity


def momentum_step(params, velocity, grads, rate):
    return jax.tree.map(jnp.copy, step(params, velocity, grads, rate))
