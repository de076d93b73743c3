"""Checks shapes and dtypes, and calls the compiled step by keywords."""

import jax
import jax.numpy as jnp


def _compute(*, params, velocity, grads, rate):
    new_params = {}
    new_velocity = {}
    for key in params:
        assert params[key].shape == velocity[key].shape == grads[key].shape
        assert params[key].dtype == jnp.float32
        new_velocity[key] = 0.9 * velocity[key] + grads[key]
        new_params[key] = params[key] - rate * new_velocity[key]
    return new_params, new_velocity


_compiled = jax.jit(_compute, donate_argnames=("params", "velocity"))


def momentum_step(params, velocity, grads, rate):
    assert params.keys() == velocity.keys() == grads.keys()
    return _compiled(params=params, velocity=velocity, grads=grads, rate=float(rate))
