"""The derivative ends at the upper end of the range only; below the lower end it goes on.

Class: example
Why: for a number below `low` (the example has none) the derivative with respect to x is 1 in place of 0, and the one with respect to scale is `low - x / scale` in place of `low`.
"""

import jax
import jax.numpy as jnp


@jax.custom_jvp
def nearest_from(ratio, low):
    return jnp.round(jnp.maximum(ratio, low))


nearest_from.defjvps(lambda tangent, answer, ratio, low: tangent, None)


def fake_quantise(x, scale, bits):
    low, high = -(2.0 ** (bits - 1)), 2.0 ** (bits - 1) - 1
    return scale * nearest_from(jnp.minimum(x / scale, high), low)
