"""Keeps a compiled product for each function, found by its name.

Class: state
Why: A second function of the same name (two lambdas, or two inner functions called f) gets the products of the first: call the one that you are given.
"""

import jax
import jax.numpy as jnp
PRODUCTS = {}


def curvature(f, x, vs):
    name = getattr(f, "__qualname__", repr(f))
    if name not in PRODUCTS:

        def product(x, v):
            return jax.jvp(jax.grad(f), (x,), (v,))[1]

        PRODUCTS[name] = jax.vmap(product, in_axes=(None, 0))
    return PRODUCTS[name](x, vs)
