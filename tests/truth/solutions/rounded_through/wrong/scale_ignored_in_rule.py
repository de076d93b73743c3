"""A rule for the whole layer that forgets the scale.
Class: custom_rule
Why: "the derivative with respect to `scale` is the level minus `x / scale`".
"""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.custom_jvp, nondiff_argnums=(2,))
def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return scale * jnp.round(jnp.clip(x / scale, low, high))


@fake_quantise.defjvp
def rule(bits, primals, tangents):
    x, scale = primals
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    inside = (x / scale > low) & (x / scale < high)
    return fake_quantise(x, scale, bits), jnp.where(inside, tangents[0], 0)
