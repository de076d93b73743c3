"""Two compiled programs, each with the right donation: one for the velocity, and one for the parameters.
Breaks: "The whole step is one compiled program".
Class: dispatches
"""
import functools

import jax


@functools.partial(jax.jit, donate_argnums=0)
def new_velocity(velocity, grads):
    return jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)


@functools.partial(jax.jit, donate_argnums=0)
def new_params(params, velocity, rate):
    return jax.tree.map(lambda p, v: p - rate * v, params, velocity)


def momentum_step(params, velocity, grads, rate):
    velocity = new_velocity(velocity, grads)
    return new_params(params, velocity, rate), velocity
