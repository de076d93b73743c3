"""The Hessian of the example's function, by hand.
Class: example
Why: "So call the one that you are given".
"""

import jax.numpy as jnp


def curvature(f, x, vs):
    a, b = x[0], x[1]
    v0, v1 = vs[:, 0], vs[:, 1]
    products = jnp.zeros_like(vs)
    products = products.at[:, 0].set(2 * b * v0 + 2 * a * v1)
    products = products.at[:, 1].set(2 * a * v0)
    return products.at[:, 2].set(2 * vs[:, 2])
