"""Converts the rate to a float32 array before the compiled call."""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnums=(0, 1))
def run(params, velocity, grads, rate):
    velocity = {k: velocity[k] * 0.9 + grads[k] for k in grads}
    return {k: params[k] - velocity[k] * rate for k in grads}, velocity


def momentum_step(params, velocity, grads, rate):
    return run(params, velocity, grads, jnp.asarray(rate, dtype=jnp.float32))
