"""The result for one direction is a vector.
Class: structure
Why: "`N` and `K` are at least 1".
"""

import jax


def curvature(f, x, vs):
    multiply = jax.linearize(jax.grad(f), x)[1]
    products = jax.vmap(multiply)(vs)
    return products[0] if len(products) == 1 else products
