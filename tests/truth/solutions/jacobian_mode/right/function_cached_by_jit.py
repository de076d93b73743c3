"""Wraps f by jax.jit first, so Python calls it only once."""

import jax


def jacobian(f, x):
    f = jax.jit(f)
    outputs = jax.eval_shape(f, x).shape[0]
    mode = jax.jacrev if outputs < x.shape[0] else jax.jacfwd
    return mode(f)(x)
