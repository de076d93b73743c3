"""Reverse mode is taken only if there are eight times as many inputs as outputs.
It breaks "at most twice as many floating-point operations as the cheaper of the two modes", for 12 outputs of 48 inputs.
Class: flops
"""

import jax


def jacobian(f, x):
    outputs = jax.eval_shape(f, x).size
    derive = jax.jacrev if 8 * outputs <= x.size else jax.jacfwd
    return derive(f)(x)
