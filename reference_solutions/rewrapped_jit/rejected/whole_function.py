import jax.numpy as jnp
from flax import nnx


@nnx.jit
def evaluate(model, batches):
    return jnp.stack([model(batch).mean() for batch in batches])
