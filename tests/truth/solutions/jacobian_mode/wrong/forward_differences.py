"""Approximates the columns by finite differences under vmap.
Class: numbers
Why: "Values. ... the largest difference is at most 64 float32 epsilons of the largest expected number".
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    step = 1e-3
    points = x + step * jnp.eye(x.size)
    return (jax.vmap(f)(points) - f(x)).T / step
