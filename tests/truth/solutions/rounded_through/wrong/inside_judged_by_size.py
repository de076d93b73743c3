"""A rule for the clip, which takes a number for inside if its size is below the highest level.

Class: custom_rule
Why: for a ratio between `low` and `-high` (-3.6 with 3 bits, -1.8 with 2) the value is right, but the derivative with respect to x is 0 in place of 1, and the one with respect to scale is the level in place of the level minus the ratio.
"""

import functools

import jax
import jax.numpy as jnp


@jax.custom_jvp
def straight_round(x):
    return jnp.round(x)


straight_round.defjvps(lambda tangent, answer, x: tangent)


@functools.partial(jax.custom_jvp, nondiff_argnums=(1,))
def within(ratio, bits):
    return jnp.clip(ratio, -(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


@within.defjvp
def rule(bits, primals, tangents):
    (ratio,), (tangent,) = primals, tangents
    inside = jnp.abs(ratio) < 2 ** (bits - 1) - 1
    return within(ratio, bits), jnp.where(inside, tangent, 0.0)


def fake_quantise(x, scale, bits):
    return scale * straight_round(within(x / scale, bits))
