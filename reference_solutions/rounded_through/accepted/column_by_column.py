"""One column at a time under `vmap`; the remainder of the rounding is stopped."""

import jax
import jax.numpy as jnp
from jax.lax import stop_gradient


def fake_quantise(x, scale, bits):
    def quantise_column(column, width):
        top = 2 ** (bits - 1) - 1
        clipped = jax.lax.clamp(-top - 1.0, column / width, float(top))
        missing = clipped - jnp.round(clipped)
        return (clipped - stop_gradient(missing)) * width

    return jax.vmap(quantise_column, in_axes=(1, 0), out_axes=1)(x, scale)
