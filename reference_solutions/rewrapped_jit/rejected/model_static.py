import functools

import jax.numpy as jnp
from flax import nnx


@functools.partial(nnx.jit, static_argnames="model")
def mean_score(model, batch):
    return model(batch).mean()


def evaluate(model, batches):
    return jnp.stack([mean_score(model=model, batch=batch) for batch in batches])
