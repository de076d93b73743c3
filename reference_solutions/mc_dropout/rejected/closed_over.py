import jax.numpy as jnp
from flax import nnx


def sample_outputs(model, x, samples):
    forward = nnx.jit(lambda x: model(x))
    return jnp.stack([forward(x) for _ in range(samples)])
