"""Pads each batch to the next power of two, and counts the true rows only, to compile even less.

Class: retrace
Why: "compile once for each size of batch": with B = 3 the batches of 3 and of 4 rows share a program, so the call with a batch of another size traces 0 times, not once.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def mean_of_first(model, rows, count):
    scores = model(rows)
    counted = jnp.arange(rows.shape[0]) < count
    return jnp.where(counted, scores, 0.0).sum() / count


def evaluate(model, batches):
    means = []
    for batch in batches:
        count = batch.shape[0]
        size = 1 << (count - 1).bit_length()
        rows = jnp.pad(batch, ((0, size - count), (0, 0)))
        means.append(mean_of_first(model, rows, count))
    return jnp.stack(means)
