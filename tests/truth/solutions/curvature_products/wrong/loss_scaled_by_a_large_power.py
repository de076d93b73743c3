"""Scales the loss by 2**32 before it differentiates, as in mixed precision, and takes that out at the end.

Class: numbers
Why: for a direction of length 1e30 the products are infinite on the way and come out as inf instead of some 1e30; "directions have any length".
"""

import jax

SCALE = 2.0**32


def curvature(f, x, vs):
    def scaled(x):
        return SCALE * f(x)

    products = jax.vmap(lambda v: jax.jvp(jax.grad(scaled), (x,), (v,))[1])(vs)
    return products / SCALE
