"""Rounds the point by Python floats, which a tracer can't give.
Class: other
Why: "Your function must be traceable itself, with `f` known and `x` a tracer".
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    x = jnp.array([float(number) for number in x], jnp.float32)
    m = jax.eval_shape(f, x).shape[0]
    return jax.jacfwd(f)(x) if x.size <= m else jax.jacrev(f)(x)
