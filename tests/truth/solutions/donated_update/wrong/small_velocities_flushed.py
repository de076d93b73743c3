"""Sets velocities below 1e-8 to zero, since denormal numbers are slow.

Class: numbers
Why: where all velocities and gradients are about 1e-10, the new velocity is 0 instead of 0.9 * velocity + grads.
"""
from functools import partial

import jax
import jax.numpy as jnp


def flushed(v):
    return jnp.where(jnp.abs(v) < 1e-8, 0.0, v)


@partial(jax.jit, donate_argnums=(0, 1))
def momentum_step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: flushed(0.9 * v + g), velocity, grads)
    params = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    return params, velocity
