"""Isclose inside.

Class: numbers
Why: Breaks "For a number outside the range, the derivative with respect to `x` is 0": the rule takes a number as
inside if clipping leaves it unchanged by jnp.isclose, whose tolerance is 1e-5 of the number. Seen at x = 127.001,
scale = 1, bits = 8: the derivatives are 1 and about 0 instead of 0 and 127. (The value is right.)
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_jvp, nondiff_argnums=(2,))
def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return scale * jnp.round(jnp.clip(x / scale, low, high))


@fake_quantise.defjvp
def _rule(bits, primals, tangents):
    (x, scale), (dx, dscale) = primals, tangents
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    ratio = x / scale
    clipped = jnp.clip(ratio, low, high)
    inside = jnp.isclose(ratio, clipped)
    levels = jnp.round(clipped)
    return scale * levels, jnp.where(inside, dx + (levels - ratio) * dscale, levels * dscale)
