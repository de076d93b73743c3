"""The carry is bfloat16.
Class: dtype
Why: "The sum is kept in **float32** from step to step".
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    def body(total, x):
        total = decay.astype(jnp.bfloat16) * total + x.astype(jnp.bfloat16)
        return total, total.astype(x.dtype)

    last, rows = jax.lax.scan(body, jnp.zeros(xs.shape[1], jnp.bfloat16), xs)
    return last.astype(jnp.float32), rows
