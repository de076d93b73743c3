"""Takes the decay out of the sum: a cumulative sum of rows divided by powers of the decay, times these powers.

Class: numbers
Why: for a decay of 0.1 and 60 rows the power underflows to 0, and the sums become infinity times 0, which is NaN; a decay of 0 alone is caught.
"""

import jax.numpy as jnp


def leaky_sums(xs, decay):
    t, d = xs.shape
    rows = xs.astype(jnp.float32)
    steps = jnp.broadcast_to(jnp.arange(t, dtype=jnp.float32).reshape(t, 1), (t, d))
    powers = jnp.broadcast_to(decay, (t, d)) ** steps
    sums = powers * jnp.cumsum(rows / powers, axis=0)
    sums = jnp.where(jnp.broadcast_to(decay == 0, (t, d)), rows, sums)
    return sums[-1], sums.astype(xs.dtype)
