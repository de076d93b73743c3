"""Writes the sum for one column of single numbers, and maps it over the columns."""

import functools
import operator

import jax
import jax.numpy as jnp

widen = operator.methodcaller("astype", jnp.float32)


def one_column(column: jax.Array, decay: jax.Array) -> tuple[jax.Array, jax.Array]:
    narrow = operator.methodcaller("astype", column.dtype)

    def advance(total, number):
        total = operator.add(operator.mul(decay, total), widen(number))
        return total, narrow(total)

    return jax.lax.scan(advance, jnp.float32(0), column)


leaky_sums = functools.wraps(one_column)(jax.vmap(one_column, in_axes=(1, None), out_axes=(0, 1)))
