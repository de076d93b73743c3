"""Copies the arrays first and donates the copies; the originals stay.
Class: structure
Why: "after the call the arrays that were given are deleted, and the results lie in their memory".
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
    return step(jax.tree.map(jnp.copy, params), jax.tree.map(jnp.copy, velocity), grads, rate)
