"""Reverse over forward: the slope along a direction is differentiated."""

from functools import partial

import jax


def slope(f, x, v):
    return jax.jvp(f, (x,), (v,))[1]


def curvature(f, x, vs):
    return jax.vmap(jax.grad(partial(slope, f)), in_axes=(None, 0))(x, vs)
