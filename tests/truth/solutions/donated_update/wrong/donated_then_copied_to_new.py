"""The result's bias is added to zero outside of the jitted function.
Class: half_eager
Why: "All floating-point arithmetic runs in a function made by `jax.jit`"
"""

import functools

import jax


@functools.partial(jax.jit, donate_argnums=(0, 1))
def step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    return params, velocity


def momentum_step(params, velocity, grads, rate):
    params, velocity = step(params, velocity, grads, rate)
    params["bias"] = params["bias"] + 0.0
    return params, velocity
