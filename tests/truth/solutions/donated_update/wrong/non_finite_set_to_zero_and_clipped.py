"""Velocities are clipped to ten.
Class: numbers
Why: "velocity = 0.9 * velocity + grads"
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnums=(0, 1))
def momentum_step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: jnp.clip(0.9 * v + g, -10, 10), velocity, grads)
    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity
