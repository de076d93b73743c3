"""Reverse over forward: the slope along each direction, differentiated, under vmap."""

import jax
import jax.numpy as jnp
import functools


def slope_along(f, v, x):
    _, slope = jax.jvp(f, (x,), (v,))
    return slope


def curvature(f, x, vs):
    product = jax.grad(slope_along, argnums=2)
    return jax.vmap(functools.partial(product, f), in_axes=(0, None))(vs, x)
