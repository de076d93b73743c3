"""A rule for rounding, by `custom_jvp` and `defjvps`."""

import jax
import jax.numpy as jnp


@jax.custom_jvp
def nearest(x):
    return jnp.floor(x + 0.5)


nearest.defjvps(lambda tangent, _, x: tangent)


def fake_quantise(x, scale, bits):
    levels = jnp.minimum(jnp.maximum(x / scale, -(2.0 ** (bits - 1))), 2.0 ** (bits - 1) - 1)
    return scale * nearest(levels)
