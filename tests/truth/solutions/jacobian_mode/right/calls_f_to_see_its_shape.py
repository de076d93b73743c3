"""Calls f once for the shape of its result, and asks jax.jacobian for the reverse mode."""

import jax


def jacobian(f, x):
    m = len(f(x))
    n = len(x)
    if m < n:
        return jax.jacobian(f)(x)
    return jax.jacfwd(f)(x)
