"""Remembers the means of a model and its batches, and hands them out again.

Class: memory
Why: when the same model object comes again after a training step, with the same batches, the means of its old parameters are returned; and the wrapped function isn't used in the fifth call.
"""

import jax.numpy as jnp
from flax import nnx

known = {}


@nnx.jit
def mean_score(model, batch):
    return model(batch).mean()


def evaluate(model, batches):
    name = (id(model), *map(id, batches))
    if name not in known:
        # The objects are kept, too, so that no other one gets their number.
        known[name] = (model, batches, jnp.stack([mean_score(model, batch) for batch in batches]))
    return known[name][-1]
