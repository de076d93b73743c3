"""Sets derivatives below a threshold to zero.
Class: numbers
Why: "equal up to rounding"
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    m = jax.eval_shape(f, x).shape[0]
    out = (jax.jacfwd if m >= x.size else jax.jacrev)(f)(x)
    return jnp.where(jnp.abs(out) < 1e-3, 0.0, out)
