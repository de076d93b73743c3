"""Compiles the Jacobian of each function once, and finds it by the code of the function and the shape of x.

Class: key
Why: Two functions from one factory, with other matrices in their closures, share their code, and the second gets the Jacobian of the first.
"""

import jax

PROGRAMS = {}


def jacobian(f, x):
    key = getattr(f, "__code__", f), x.shape
    if key not in PROGRAMS:
        mode = jax.jacfwd if x.size <= jax.eval_shape(f, x).size else jax.jacrev
        PROGRAMS[key] = jax.jit(mode(f))
    return PROGRAMS[key](x)
