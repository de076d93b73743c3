"""Chooses by sizes, but the wrong way round.
Class: flops
Why: "in the mode of differentiation that costs less".
"""

import jax


def jacobian(f, x):
    outputs = jax.eval_shape(f, x).shape[0]
    return jax.jacrev(f)(x) if x.shape[0] <= outputs else jax.jacfwd(f)(x)
