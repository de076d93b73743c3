"""Does nothing where the rate is 0.

Class: numbers
Why: With a rate of 0 the parameters stay, but the velocities must become 0.9 * velocity + grads, and the old arrays must be deleted.
"""

import functools

import jax
import jax.numpy as jnp
@functools.partial(jax.jit, donate_argnums=(0, 1))
def step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    return params, velocity


def momentum_step(params, velocity, grads, rate):
    if rate == 0:
        return dict(params), dict(velocity)
    return step(params, velocity, grads, rate)
