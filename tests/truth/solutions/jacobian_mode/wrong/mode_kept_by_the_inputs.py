"""Remembers the mode for each number of inputs.

Class: state
Why: After a function from 8 to 64, one from 8 to 1 is differentiated in forward mode as well, at eight times the cost.
"""

import jax
import jax.numpy as jnp
MODES = {}


def jacobian(f, x):
    if x.shape not in MODES:
        (outputs,) = jax.eval_shape(f, x).shape
        MODES[x.shape] = jax.jacfwd if x.size <= outputs else jax.jacrev
    return MODES[x.shape](f)(x)
