import jax.numpy as jnp
from flax import nnx


def sample_outputs(model, x, samples):
    forward = nnx.jit(lambda model, x: model(x))
    outputs = []
    while len(outputs) < samples:
        outputs.append(forward(model, x)[None])
    return jnp.concatenate(outputs)
