"""Calls f for its value, again for its shape, and once more to differentiate.
Class: dispatches
Why: "Python calls `f` at most twice".
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    y = f(x)
    shape = jax.eval_shape(f, x).shape
    assert y.shape == shape
    return jax.jacfwd(f)(x) if x.size <= y.size else jax.jacrev(f)(x)
