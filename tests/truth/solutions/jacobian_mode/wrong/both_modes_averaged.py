"""Averages the results of both modes to be sure.
Class: flops
Why: "in the mode of differentiation that costs less".
"""

import jax


def jacobian(f, x):
    return 0.5 * (jax.jacfwd(f)(x) + jax.jacrev(f)(x))
