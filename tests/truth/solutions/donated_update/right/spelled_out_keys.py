"""Spells out kernel and bias without any tree function."""

from functools import partial

from jax import jit


@partial(jit, donate_argnums=(0, 1))
def momentum_step(params, velocity, grads, rate):
    kernel_velocity = 0.9 * velocity["kernel"] + grads["kernel"]
    bias_velocity = 0.9 * velocity["bias"] + grads["bias"]
    kernel = params["kernel"] - rate * kernel_velocity
    bias = params["bias"] - rate * bias_velocity
    return {"kernel": kernel, "bias": bias}, {"kernel": kernel_velocity, "bias": bias_velocity}
