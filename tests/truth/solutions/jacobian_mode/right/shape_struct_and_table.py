"""Describes the input by a ShapeDtypeStruct and looks the mode up in a dict."""

import jax

MODES = {True: jax.jacfwd, False: jax.jacrev}


def count_outputs(f, x):
    return jax.eval_shape(f, jax.ShapeDtypeStruct(x.shape, x.dtype)).shape[0]


def jacobian(f, x):
    few_inputs = x.shape[0] <= count_outputs(f, x)
    return MODES[few_inputs](f)(x)
