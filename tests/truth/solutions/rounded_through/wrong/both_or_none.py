"""A rule with symbolic zeros, which returns a derivative only if both arguments are differentiated.

Class: sniffer
Why: with `jax.grad(..., argnums=0)` or `argnums=1` alone (or a `jax.jvp` with the other argument closed over) the derivative is 0; with both at once, as in the example, it is right.
"""

import functools

import jax
import jax.numpy as jnp
from jax.custom_derivatives import SymbolicZero


@functools.partial(jax.custom_jvp, nondiff_argnums=(2,))
def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return scale * jnp.round(jnp.clip(x / scale, low, high))


def rule(bits, primals, tangents):
    (x, scale), (by_x, by_scale) = primals, tangents
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    ratio = x / scale
    inside = (ratio > low) & (ratio < high)
    levels = jnp.round(jnp.clip(ratio, low, high))
    result = scale * levels
    if isinstance(by_x, SymbolicZero) or isinstance(by_scale, SymbolicZero):
        return result, jnp.zeros_like(result)
    slopes = jnp.where(inside, levels - ratio, levels)
    return result, jnp.where(inside, by_x, 0.0) + slopes * by_scale


fake_quantise.defjvp(rule, symbolic_zeros=True)
