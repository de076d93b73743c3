"""Handles one column with one scale, mapped over all columns, with a rule from `defjvps` for rounding alone."""

import jax
import jax.numpy as jnp


@jax.custom_jvp
def nearest(position):
    return jnp.rint(position)


nearest.defjvps(lambda tangent, _answer, _position: tangent)


def fake_quantise(x, scale, bits):
    half = 1 << (bits - 1)

    def column(numbers, step):
        position = jnp.minimum(jnp.maximum(numbers / step, -half), half - 1)
        return nearest(position) * step

    return jax.vmap(column, in_axes=(1, 0), out_axes=1)(x, scale)
