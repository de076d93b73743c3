"""Reverse over forward: the gradient of the slope along each direction."""

from functools import partial

import jax


def slope(f, v, x):
    return jax.jvp(f, (x,), (v,))[1]


def curvature(f, x, vs):
    return jax.vmap(lambda v: jax.grad(partial(slope, f, v))(x))(vs)
