"""The rows are bfloat16, whatever `xs` is.
Class: dtype
Why: "**of the dtype of `xs`**".
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    def body(total, x):
        total = decay * total + x.astype(jnp.float32)
        return total, total.astype(jnp.bfloat16)

    return jax.lax.scan(body, jnp.zeros(xs.shape[1], jnp.float32), xs)
