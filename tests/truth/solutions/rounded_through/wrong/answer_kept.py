"""The first answer of each shape is returned again.
Class: memory
Why: "Equal inputs give equal bits, whatever was called before".
"""

import jax
import jax.numpy as jnp


KEPT = {}


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    v = jnp.clip(x / scale, low, high)
    answer = scale * (v + jax.lax.stop_gradient(jnp.round(v) - v))
    return KEPT.setdefault((x.shape, bits), answer)
