"""Compares the number of outputs with a constant, and not with the number of inputs.
Class: tame
Why: "needs at most twice as many floating-point operations as the cheaper of the two modes"
"""

import jax


def jacobian(f, x):
    m = jax.eval_shape(f, x).shape[0]
    return (jax.jacfwd if m > 16 else jax.jacrev)(f)(x)
