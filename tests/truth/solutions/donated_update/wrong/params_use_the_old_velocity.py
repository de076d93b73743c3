"""Moves the parameters by the velocity from before the step.
Class: numbers
Why: "params = params - rate * velocity  # with the new velocity".
"""

import functools

import jax


@functools.partial(jax.jit, donate_argnames=("params", "velocity"))
def momentum_step(params, velocity, grads, rate):
    moved = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    return moved, velocity
