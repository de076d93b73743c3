"""Gives a rounding of its own the tangent that passes through, by defjvps, and composes the formula with it."""

import operator

import jax
import jax.numpy as jnp

nearest = jax.custom_jvp(lambda z: jnp.rint(z))
nearest.defjvps(lambda tangent, primal_out, z: tangent)


def fake_quantise(x, scale, bits):
    half = 1 << (bits - 1)
    ratio = operator.truediv(x, scale)
    return operator.mul(scale, nearest(jnp.clip(ratio, -half, half - 1)))
