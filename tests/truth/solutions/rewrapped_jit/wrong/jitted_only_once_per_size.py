"""Lets the jitted function run for the first batch of each size, and turns jit off for all others.

Class: half_eager
Why: "Model and mean have to run in a function made by `nnx.jit`": from the second batch of a size on, both run eagerly, one operation after the other, while the number of traces looks right.
"""

import contextlib

import jax
import jax.numpy as jnp
from flax import nnx

seen = set()


@nnx.jit
def mean_score(model, batch):
    return model(batch).mean()


def evaluate(model, batches):
    means = []
    for batch in batches:
        quick = jax.disable_jit() if batch.shape in seen else contextlib.nullcontext()
        seen.add(batch.shape)
        with quick:
            means.append(mean_score(model, batch))
    return jnp.stack(means)
