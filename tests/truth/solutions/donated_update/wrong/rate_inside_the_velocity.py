"""Multiplies the gradient by the rate before it enters the velocity.
Class: numbers
Why: "velocity = 0.9 * velocity + grads".
"""

import functools

import jax


@functools.partial(jax.jit, donate_argnames=("params", "velocity"))
def momentum_step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + rate * g, velocity, grads)
    return jax.tree.map(lambda p, v: p - v, params, velocity), velocity
