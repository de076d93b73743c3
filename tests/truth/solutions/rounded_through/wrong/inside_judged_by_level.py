"""A rule of its own for the layer, which takes numbers on the outermost levels for numbers outside of the range.

Class: custom_rule
Why: x / scale = 2.7 with bits = 3 is inside the range, but its level is 3: the derivatives are 0 and 3 instead of 1 and 0.3.
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_jvp, nondiff_argnums=(2,))
def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return scale * jnp.round(jnp.clip(x / scale, low, high))


@fake_quantise.defjvp
def push(bits, primals, tangents):
    (x, scale), (by_x, by_scale) = primals, tangents
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    ratio = x / scale
    level = jnp.round(jnp.clip(ratio, low, high))
    inside = (level > low) & (level < high)
    slope = jnp.where(inside, level - ratio, level)
    return fake_quantise(x, scale, bits), inside * by_x + slope * by_scale
