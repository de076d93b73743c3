"""A scan over one column of numbers, mapped over the columns."""

from functools import partial

import jax
import jax.numpy as jnp


def one_column(decay, column):
    def step(total: jax.Array, x: jax.Array):
        total = jnp.add(jnp.multiply(decay, total), x.astype(jnp.float32))
        return total, total.astype(column.dtype)

    return jax.lax.scan(step, jnp.zeros((), jnp.float32), column)


def leaky_sums(xs, decay):
    return jax.vmap(partial(one_column, decay), in_axes=1, out_axes=(0, 1))(xs)
