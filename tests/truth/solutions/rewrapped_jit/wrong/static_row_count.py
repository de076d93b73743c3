"""Passes the number of the batch as a static argument, so each position is a program of its own.

Class: retrace
Why: It has to compile once for each size of batch; traces exactly as in the table.
"""

import functools

import jax.numpy as jnp
from flax import nnx


@functools.partial(nnx.jit, static_argnames="number")
def mean_score(model, batch, number):
    return model(batch).mean()


def evaluate(model, batches):
    return jnp.stack([mean_score(model, batch, number=i) for i, batch in enumerate(batches)])
