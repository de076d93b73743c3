"""The gradient is linearized once; its linear function takes the directions."""

import jax


def curvature(f, x, vs):
    multiply = jax.linearize(jax.grad(f), x)[1]
    return jax.vmap(multiply)(vs)
