"""Walks from the point along a direction, and differentiates the gradient by time."""

import jax
import jax.numpy as jnp


def walk(f, x, v):
    return lambda time: jax.grad(f)(x + time * v)


def curvature(f, x, vs):
    at_start = jnp.zeros((), x.dtype)
    return jax.vmap(lambda v: jax.jacfwd(walk(f, x, v))(at_start))(vs)
