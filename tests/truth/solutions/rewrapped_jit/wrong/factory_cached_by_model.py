"""A cached factory makes one jitted function for each model.

Class: retrace
Why: with a second model of the same structure nnx.jit is applied once more and everything is traced again, where the table says 0 traces.
"""

import functools

import jax.numpy as jnp
from flax import nnx


@functools.cache
def make_scorer(model):
    @nnx.jit
    def mean_score(model, batch):
        return model(batch).mean()

    return functools.partial(mean_score, model)


def evaluate(model, batches):
    score = make_scorer(model)
    return jnp.stack([score(batch) for batch in batches])
