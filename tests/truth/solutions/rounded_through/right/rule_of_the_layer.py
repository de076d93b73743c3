import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_jvp, nondiff_argnums=(2,))
def fake_quantise(x, scale, bits):
    high = 2 ** (bits - 1) - 1
    return jnp.round(jnp.clip(x / scale, -high - 1, high)) * scale


@fake_quantise.defjvp
def rule(bits, primals, tangents):
    x, scale = primals
    high = 2 ** (bits - 1) - 1
    v = x / scale
    levels = jnp.round(jnp.clip(v, -high - 1, high))
    mask = ((v > -high - 1) & (v < high)).astype(x.dtype)
    return levels * scale, mask * tangents[0] + (levels - mask * v) * tangents[1]
