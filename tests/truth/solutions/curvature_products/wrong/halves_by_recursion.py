"""Python halves the directions until one is left, so there are a few operations for each. The numbers are right.
Breaks: "It doesn't grow with `K`: no Python loop over the directions."
Class: growth
"""

import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    _, push = jax.linearize(jax.grad(f), x)

    def products(vs):
        if len(vs) == 1:
            return push(vs[0])[None]
        middle = len(vs) // 2
        return jnp.concatenate([products(vs[:middle]), products(vs[middle:])])

    return products(vs)
