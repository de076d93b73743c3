"""The one-liner with a mask: the scale gets no gradient.
Class: other
Why: "the derivative with respect to `scale` is the level minus `x / scale`".
"""

import jax
import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    q = jax.lax.stop_gradient(scale * jnp.round(jnp.clip(x / scale, low, high)))
    inside = (x / scale > low) & (x / scale < high)
    return q + jnp.where(inside, x - jax.lax.stop_gradient(x), 0)
