"""Turns the step into a body for scan by a decorator."""

import functools

import jax
import jax.numpy as jnp


def keeps_its_state(step):
    @functools.wraps(step)
    def body(carry, x):
        new = step(carry, x)
        return new, new

    return body


def trajectory(step, start, inputs):
    _, states = jax.lax.scan(keeps_its_state(step), start, inputs)
    return jnp.r_[start[None, :], states]
