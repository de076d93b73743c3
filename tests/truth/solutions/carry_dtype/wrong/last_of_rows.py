"""The last row, widened.
Class: dtype
Why: "`last`, a float32 `jax.Array` of shape `(D,)`: the sum after the last row".
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    def body(total, x):
        total = decay * total + x.astype(jnp.float32)
        return total, total.astype(x.dtype)

    _, rows = jax.lax.scan(body, jnp.zeros(xs.shape[1], jnp.float32), xs)
    return rows[-1].astype(jnp.float32), rows
