"""The whole layer has one rule, with both derivatives written by hand."""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.custom_jvp, nondiff_argnums=(2,))
def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return scale * jnp.clip(jnp.round(x / scale), low, high)


@fake_quantise.defjvp
def push(bits, primals, tangents):
    (x, scale), (dx, dscale) = primals, tangents
    ratio = x / scale
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    levels = jnp.round(jnp.clip(ratio, low, high))
    inside = (low < ratio) & (ratio < high)
    return scale * levels, jnp.where(inside, dx + (levels - ratio) * dscale, levels * dscale)
