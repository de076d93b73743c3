"""Rounds when it is called, and has a rule whose tangents are right and whose value isn't rounded.

Class: custom_rule
Why: "Return this value": under jax.value_and_grad or jax.jvp the value is scale * clip(x / scale), so x = 0.3 with scale 0.5 gives 0.3 and not 0.5, and the gradient of a loss such as (fake_quantise(...) ** 2).sum() is wrong.
"""

import functools

import jax
import jax.numpy as jnp


def clipped(x, scale, bits):
    return jnp.clip(x / scale, -(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


@functools.partial(jax.custom_jvp, nondiff_argnums=(2,))
def fake_quantise(x, scale, bits):
    return scale * jnp.round(clipped(x, scale, bits))


@fake_quantise.defjvp
def straight_through(bits, primals, tangents):
    x, scale = primals
    x_dot, scale_dot = tangents
    position = clipped(x, scale, bits)
    level = jnp.round(position)
    inside = position == x / scale
    by_scale = jnp.where(inside, level - position, level)
    return scale * position, jnp.where(inside, x_dot, 0.0) + by_scale * scale_dot
