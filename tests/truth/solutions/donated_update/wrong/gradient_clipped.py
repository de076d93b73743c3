"""Clips each gradient to at most 1 in size, which nobody asked for.
Class: numbers
Why: "velocity = 0.9 * velocity + grads".
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnames=("params", "velocity"))
def momentum_step(params, velocity, grads, rate):
    grads = jax.tree.map(lambda g: jnp.clip(g, -1.0, 1.0), grads)
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    return params, velocity
