"""The last sum has the dtype of `xs`.
Class: dtype
Why: "`last`, a float32 `jax.Array`".
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    def body(total, x):
        total = decay * total + x.astype(jnp.float32)
        return total, total.astype(x.dtype)

    last, rows = jax.lax.scan(body, jnp.zeros(xs.shape[1], jnp.float32), xs)
    return last.astype(xs.dtype), rows
