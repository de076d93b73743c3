"""Computes the new velocity eagerly; the jitted function moves the parameters and only passes the velocity on.
Class: half_eager
Why: "Compute one step of gradient descent with momentum, compiled".
"""

import functools

import jax


@functools.partial(jax.jit, donate_argnums=(0, 1))
def move(params, old_velocity, velocity, rate):
    params = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    return params, jax.tree.map(lambda o, v: v + 0 * o, old_velocity, velocity)


def momentum_step(params, velocity, grads, rate):
    new_velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    return move(params, velocity, new_velocity, rate)
