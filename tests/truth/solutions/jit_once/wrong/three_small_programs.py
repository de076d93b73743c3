"""Compiles each step of the formula as a function of its own.

Class: dispatches
Why: It breaches "Exactly the counts in the table": the first call traces three functions in place of one, and so does each new N.
"""

import jax
import jax.numpy as jnp


@jax.jit
def scaled(x, scale):
    return scale * x


@jax.jit
def size(x):
    return 1 + jnp.abs(x)


@jax.jit
def quotient(above, below):
    return above / below


def squash(x, scale):
    return quotient(scaled(x, scale), size(x))
