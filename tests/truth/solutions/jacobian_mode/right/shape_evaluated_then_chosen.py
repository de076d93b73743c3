"""Asks eval_shape for the number of outputs and chooses jacfwd or jacrev."""

import jax


def jacobian(f, x):
    outputs = jax.eval_shape(f, x).shape[0]
    if x.shape[0] <= outputs:
        return jax.jacfwd(f)(x)
    return jax.jacrev(f)(x)
