import jax
import jax.numpy as jnp
from flax import nnx


def sample_outputs(model, x, samples):
    forward = nnx.jit(lambda model, x: jax.vmap(lambda _: model(x))(jnp.arange(samples)))
    return forward(model, x)
