"""A function of one variable has one second derivative, which is multiplied by all directions.

Class: numbers
Why: for N equal to 1 the result has the shape (K,) instead of (K, 1).
"""

import jax


def curvature(f, x, vs):
    def product(v):
        return jax.jvp(jax.grad(f), (x,), (v,))[1]

    if x.size == 1:
        return jax.vmap(lambda v: product(v)[0])(vs)
    return jax.vmap(product)(vs)
