"""No decay.
Class: numbers
Why: `total = decay * total + xs[t]`.
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    sums = jnp.cumsum(xs.astype(jnp.float32), axis=0)
    return sums[-1], sums.astype(xs.dtype)
