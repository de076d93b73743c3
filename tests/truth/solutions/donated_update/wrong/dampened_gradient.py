"""Weighs the gradient by 0.1 as in an exponential average.
Class: numbers
Why: "velocity = 0.9 * velocity + grads".
"""

import functools

import jax


@functools.partial(jax.jit, donate_argnames=("params", "velocity"))
def momentum_step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + (1 - 0.9) * g, velocity, grads)
    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity
