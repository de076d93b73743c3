import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def forward(model, batch):
    outputs = model(batch)
    return outputs, nnx.state(model)


def follow(model, batches):
    forward(model, batches[0])
    return jnp.stack([model(batch) for batch in batches])
