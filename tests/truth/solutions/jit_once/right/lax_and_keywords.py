"""Spells the formula out in jax.lax, and passes both arguments to the compiled function by keyword."""

import functools

import jax
from jax import lax


@functools.partial(jax.jit, inline=True)
def compiled(*, numbers, factor):
    one = lax.full_like(numbers, 1)
    factors = lax.broadcast(lax.convert_element_type(factor, numbers.dtype), numbers.shape)
    return lax.div(lax.mul(factors, numbers), lax.add(one, lax.abs(numbers)))


def squash(x, scale):
    return compiled(numbers=x, factor=scale)
