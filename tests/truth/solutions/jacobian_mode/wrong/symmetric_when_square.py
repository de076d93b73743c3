"""Takes a square Jacobian for symmetric, and returns its transpose.
Class: tame
Why: "element `[i, j]` is the derivative of output `i` with respect to input `j`"
"""

import jax


def jacobian(f, x):
    m = jax.eval_shape(f, x).shape[0]
    if m < x.size:
        return jax.jacrev(f)(x)
    out = jax.jacfwd(f)(x)
    return out.T if m == x.size else out
