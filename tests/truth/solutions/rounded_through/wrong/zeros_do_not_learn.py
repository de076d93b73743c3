"""Takes zeros for padding, to which no gradient goes.

Class: numbers
Why: "some may be 0": for such a number, inside the range, the derivative with respect to x is 0 in place of 1; values and the derivative with respect to scale are right.
"""

import jax
import jax.numpy as jnp

stop = jax.lax.stop_gradient


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    x = jnp.where(x == 0, 0.0, x)
    ratio = jnp.clip(x / scale, low, high)
    return scale * ((ratio - stop(ratio)) + stop(jnp.round(ratio)))
