"""The unit vector of an input is `x == x_j`, which has several ones where numbers are equal.
It breaks "whose element `[i, j]` is the derivative of output `i` with respect to input `j`" for equal inputs or outputs.
Class: numbers
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    y, pull = jax.vjp(f, x)
    if y.size < x.size:
        return jax.vmap(lambda number: pull((y == number).astype(y.dtype))[0])(y)
    return jax.vmap(lambda number: jax.jvp(f, (x,), ((x == number).astype(x.dtype),))[1])(x).T
