"""Donates the kernels, which are large, and leaves the biases.

Class: memory
Why: 'All arrays of params and velocity are deleted after the call': both biases are still there.
"""

import functools

import jax
import jax.numpy as jnp
@functools.partial(jax.jit, donate_argnums=(0, 1))
def step(kernel, kernel_velocity, biases, grads, rate):
    bias, bias_velocity = biases
    kernel_velocity = 0.9 * kernel_velocity + grads["kernel"]
    bias_velocity = 0.9 * bias_velocity + grads["bias"]
    params = {"kernel": kernel - rate * kernel_velocity, "bias": bias - rate * bias_velocity}
    return params, {"kernel": kernel_velocity, "bias": bias_velocity}


def momentum_step(params, velocity, grads, rate):
    return step(params["kernel"], velocity["kernel"], (params["bias"], velocity["bias"]), grads, rate)
