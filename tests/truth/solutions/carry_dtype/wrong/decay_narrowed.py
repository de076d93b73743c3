"""The decay is rounded to the dtype of `xs`.
Class: dtype
Why: "The sum is kept in **float32** from step to step".
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    def body(total, x):
        total = decay.astype(x.dtype).astype(jnp.float32) * total + x.astype(jnp.float32)
        return total, total.astype(x.dtype)

    return jax.lax.scan(body, jnp.zeros(xs.shape[1], jnp.float32), xs)
