import jax.numpy as jnp
from flax import nnx


def evaluate(model, batches):
    means = []
    for batch in batches:
        means.append(nnx.jit(lambda model, batch: model(batch).mean())(model, batch))
    return jnp.stack(means)
