"""Gives the rounding a rule for the backward pass.

Class: custom_rule
Why: breaches "and in forward mode (`jax.jvp`)": JAX refuses forward mode for a function with `custom_vjp`.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def through(z):
    return jnp.round(z)


through.defvjp(lambda z: (through(z), None), lambda _, g: (g,))


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return scale * through(jnp.clip(x / scale, low, high))
