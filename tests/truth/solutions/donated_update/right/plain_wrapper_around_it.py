"""Calls a jitted and donating step from a plain function."""

import jax
import jax.numpy as jnp

MOMENTUM = 0.9


def step(params, velocity, grads, rate):
    velocity = {name: MOMENTUM * velocity[name] + grads[name] for name in velocity}
    params = {name: params[name] - rate * velocity[name] for name in params}
    return params, velocity


compiled = jax.jit(step, donate_argnums=(0, 1))


def momentum_step(params, velocity, grads, rate):
    """Return the new params and velocity; the old ones are gone."""
    return compiled(params, velocity, grads, jnp.float32(rate))
