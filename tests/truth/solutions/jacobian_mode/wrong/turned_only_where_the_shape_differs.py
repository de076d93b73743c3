"""Turns what forward mode gives only where the shape isn't right.

Class: numbers
Why: Where N = M the columns stay rows: the transposed Jacobian comes out.
"""

import jax
import jax.numpy as jnp

def jacobian(f, x):
    y, push = jax.linearize(f, x)
    if x.size <= y.size:
        matrix = jax.vmap(push)(jnp.eye(x.size, dtype=x.dtype))
    else:
        _, pull = jax.vjp(f, x)
        (matrix,) = jax.vmap(pull)(jnp.eye(y.size, dtype=y.dtype))
    return matrix if matrix.shape == (y.size, x.size) else matrix.T
