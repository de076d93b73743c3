"""The decay is kept away from 0.
Class: tame
Why: "from 0 to 1, both included".
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    def body(total, x):
        total = jnp.maximum(decay, jnp.float32(0.1)) * total + x.astype(jnp.float32)
        return total, total.astype(x.dtype)

    return jax.lax.scan(body, jnp.zeros(xs.shape[1], jnp.float32), xs)
