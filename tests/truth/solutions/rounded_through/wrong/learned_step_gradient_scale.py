"""Right values, but the scale's gradient is made smaller by 1 / sqrt(N * high), as papers on learned steps advise.
Breaks: "the derivative with respect to `scale` is the level minus `x / scale`"
Class: custom_rule
"""

import jax
import jax.numpy as jnp
from jax.lax import stop_gradient


def slow_down(s, factor):
    return factor * s - stop_gradient(factor * s) + stop_gradient(s)


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    scale = slow_down(scale, 1 / (x.shape[0] * high) ** 0.5)
    c = jnp.clip(x / scale, low, high)
    return scale * (c - stop_gradient(c) + stop_gradient(jnp.round(c)))
