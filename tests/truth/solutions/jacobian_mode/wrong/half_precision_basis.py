"""Pushes and pulls in float32 and returns bfloat16.
Class: dtype
Why: "Return the float32 array of shape `(M, N)`".
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    m = jax.eval_shape(f, x).shape[0]
    out = jax.jacfwd(f)(x) if x.shape[0] <= m else jax.jacrev(f)(x)
    return out.astype(jnp.bfloat16)
