"""Written for one number, mapped, and compiled as a whole."""

import functools

import jax


def one(x, scale):
    return scale * x / (1 + abs(x))


@functools.partial(jax.jit)
def squash(x, scale):
    return jax.vmap(one, in_axes=(0, None))(x, scale)
