import jax.numpy as jnp
from flax import nnx


def mean_score(model, batch):
    return model(batch).mean()


def evaluate(model, batches):
    # Right, and compiled for each batch anew.
    # Where should nnx.jit be called?
    scores = [nnx.jit(mean_score)(model, batch) for batch in batches]
    return jnp.stack(scores)
