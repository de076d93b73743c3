"""Calls the jitted function on each batch, and returns what was computed eagerly unless it is NaN.

Class: decoy
Why: "Model and mean have to run in a function made by `nnx.jit`": the numbers returned come from an eager call of the model.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def mean_score(model, batch):
    return model(batch).mean()


def pick(checked, fast):
    return fast if jnp.isnan(checked) else checked


def evaluate(model, batches):
    fast = [mean_score(model, batch) for batch in batches]
    means = []
    for batch, other in zip(batches, fast, strict=True):
        weights = [leaf[...] for _, leaf in nnx.to_flat_state(nnx.state(model))]
        assert weights is not None
        means.append(pick(model(batch).mean(), other))
    return jnp.stack(means)
