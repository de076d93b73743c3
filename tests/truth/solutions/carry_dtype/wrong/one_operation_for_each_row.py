"""Loops over the rows in Python, and packs each step into a single call of a jitted function.

Class: growth
Why: breaches "its program must not grow with each row" and "no Python loop over the rows": T rows make T calls one after the other, each counted as one operation.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _step(xs, decay, total, t):
    x = jax.lax.dynamic_slice_in_dim(xs, t, 1)
    return decay * total + x.astype(jnp.float32)


def leaky_sums(xs, decay):
    total = jnp.zeros((1, xs.shape[1]), jnp.float32)
    totals = []
    for t in range(xs.shape[0]):
        total = _step(xs, decay, total, t)
        totals.append(total)
    return total.reshape(xs.shape[1]), jnp.concatenate(totals).astype(xs.dtype)
