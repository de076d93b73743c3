"""The rule for tangents returns zeros.
Class: numbers
Why: "`jnp.round` has the derivative 1 everywhere".
"""

import jax
import jax.numpy as jnp


@jax.custom_jvp
def rounding(x):
    return jnp.round(x)


@rounding.defjvp
def rule(primals, tangents):
    return rounding(primals[0]), 0 * tangents[0]


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return scale * rounding(jnp.clip(x / scale, low, high))
