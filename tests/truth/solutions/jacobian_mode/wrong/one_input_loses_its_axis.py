"""Squeezes the result, which drops the axis of a single input or output.
Class: structure
Why: "Return the float32 array of shape `(M, N)`": "`N` and `M` are at least 1".
"""

import jax


def jacobian(f, x):
    m = jax.eval_shape(f, x).shape[0]
    return (jax.jacfwd(f)(x) if x.shape[0] <= m else jax.jacrev(f)(x)).squeeze()
