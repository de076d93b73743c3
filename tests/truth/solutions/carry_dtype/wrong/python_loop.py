"""A Python loop.
Class: growth
Why: "its program must not grow with `T`".
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    total, rows = jnp.zeros(xs.shape[1], jnp.float32), []
    for t in range(xs.shape[0]):
        total = decay * total + xs[t].astype(jnp.float32)
        rows.append(total.astype(xs.dtype))
    return total, jnp.stack(rows)
