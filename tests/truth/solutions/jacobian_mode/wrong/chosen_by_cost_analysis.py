"""Compiles both modes, asks the compiler what they cost, and takes the cheaper one.

Class: dispatches
Why: Python calls `f` three times, once for each mode that is measured and once for the one that is taken: "at most twice".
"""

import jax


def jacobian(f, x):
    point = jax.ShapeDtypeStruct(x.shape, x.dtype)

    def cost(mode):
        return jax.jit(mode(f)).lower(point).compile().cost_analysis().get("flops", 0.0)

    mode = min((jax.jacfwd, jax.jacrev), key=cost)
    return mode(f)(x)
