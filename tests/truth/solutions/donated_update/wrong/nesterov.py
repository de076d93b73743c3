"""Looks ahead as in Nesterov's method.
Class: numbers
Why: "params = params - rate * velocity  # with the new velocity".
"""

import functools

import jax


@functools.partial(jax.jit, donate_argnames=("params", "velocity"))
def momentum_step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v, g: p - rate * (0.9 * v + g), params, velocity, grads)
    return params, velocity
