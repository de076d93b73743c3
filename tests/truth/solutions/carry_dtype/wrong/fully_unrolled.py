"""The scan is unrolled over its whole length.
Class: growth
Why: "its program must not grow with `T`".
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    def body(total, x):
        total = decay * total + x.astype(jnp.float32)
        return total, total.astype(x.dtype)

    return jax.lax.scan(body, jnp.zeros(xs.shape[1], jnp.float32), xs, unroll=xs.shape[0])
