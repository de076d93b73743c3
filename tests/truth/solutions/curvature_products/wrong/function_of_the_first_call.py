"""Keeps the gradient of the first function for all later ones.
Class: memory
Why: "So call the one that you are given".
"""

import jax


kept = {}


def curvature(f, x, vs):
    gradient = kept.setdefault("gradient", jax.grad(f))
    return jax.vmap(lambda v: jax.jvp(gradient, (x,), (v,))[1])(vs)
