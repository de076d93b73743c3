"""The truth of `rounded_through`: rounding with a rule of its own, between operations that JAX differentiates."""

import jax
import jax.numpy as jnp


@jax.custom_jvp
def pass_through(x):
    """Round, with the derivative 1."""
    return jnp.round(x)


@pass_through.defjvp
def pass_on(primals, tangents):
    """Return the rounded number and the tangent as it is."""
    return pass_through(*primals), *tangents


def fake_quantise(x, scale, bits):
    """Return each number at the nearest level of its column."""
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return scale * pass_through(jnp.clip(x / scale, low, high))
