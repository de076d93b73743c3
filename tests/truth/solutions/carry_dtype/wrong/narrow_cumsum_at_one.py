"""A shortcut for a decay of 1, summed in the dtype of `xs`.
Class: tame
Why: "The sum is kept in **float32** from step to step".
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    def body(total, x):
        total = decay * total + x.astype(jnp.float32)
        return total, total.astype(x.dtype)

    last, rows = jax.lax.scan(body, jnp.zeros(xs.shape[1], jnp.float32), xs)
    short = jnp.cumsum(xs, axis=0)[-1].astype(jnp.float32)
    return jnp.where(decay < 1, last, short), rows
