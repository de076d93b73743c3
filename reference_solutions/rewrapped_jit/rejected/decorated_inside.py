import jax.numpy as jnp
from flax import nnx


def evaluate(model, batches):
    @nnx.jit
    def mean_score(model, batch):
        return model(batch).mean()

    return jnp.stack([mean_score(model, batch) for batch in batches])
