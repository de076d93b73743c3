"""Asks f for its value and its gradient before the products.
Class: other
Why: "Python calls `f` at most twice".
"""

import jax


def curvature(f, x, vs):
    assert f(x).shape == ()
    assert jax.grad(f)(x).shape == x.shape
    return jax.vmap(lambda v: jax.jvp(jax.grad(f), (x,), (v,))[1])(vs)
