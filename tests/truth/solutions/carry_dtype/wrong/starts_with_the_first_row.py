"""The first row is taken twice.
Class: numbers
Why: "The sum starts at 0".
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    def body(total, x):
        total = decay * total + x.astype(jnp.float32)
        return total, total.astype(x.dtype)

    return jax.lax.scan(body, xs[0].astype(jnp.float32), xs)
