"""Before the donating program runs, an eager operation turns the sign of the rate.
Breaks: "All floating-point arithmetic runs in a function made by `jax.jit`".
Class: half_eager
"""
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnums=(0, 1))
def step(params, velocity, grads, change):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v: p + change * v, params, velocity)
    return params, velocity


def momentum_step(params, velocity, grads, rate):
    return step(params, velocity, grads, jnp.negative(jnp.float32(rate)))
