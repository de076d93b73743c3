"""Multiplies by the rate and subtracts eagerly in the end, into other memory.
Class: half_eager
Why: "Compute one step of gradient descent with momentum, compiled".
"""

import functools

import jax


@functools.partial(jax.jit, donate_argnums=0)
def update_velocity(velocity, grads):
    return jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)


def momentum_step(params, velocity, grads, rate):
    velocity = update_velocity(velocity, grads)
    new = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    for p in params.values():
        p.delete()
    return new, velocity
