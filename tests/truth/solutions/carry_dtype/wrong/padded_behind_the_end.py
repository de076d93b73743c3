"""Long inputs are cut into chunks of eight rows, filled up with rows of zeros at the end.

Class: numbers
Why: for more than eight rows whose number isn't a multiple of eight, and a decay below 1, `last` has decayed further by each row of the padding.
"""

import jax
import jax.numpy as jnp

CHUNK = 8


def leaky_sums(xs, decay):
    steps, width = xs.shape

    def row(total, x):
        total = decay * total + x.astype(jnp.float32)
        return total, total.astype(xs.dtype)

    start = jnp.zeros(width, jnp.float32)
    if steps <= CHUNK:
        return jax.lax.scan(row, start, xs)

    padding = -steps % CHUNK
    chunks = jnp.pad(xs, ((0, padding), (0, 0))).reshape(-1, CHUNK, width)

    def chunk(total, block):
        return jax.lax.scan(row, total, block)

    last, rows = jax.lax.scan(chunk, start, chunks)
    return last, rows.reshape(-1, width)[:steps]
