"""Linearises, and scans over the directions."""

import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    gradient, push = jax.linearize(jax.grad(f), x)
    del gradient

    def step(count, v):
        return count + 1, push(v)

    count, products = jax.lax.scan(step, jnp.int32(0), vs)
    return products
