import jax.numpy as jnp
from flax import nnx


def sample_outputs(model, x, samples):
    outputs = []
    for _ in range(max(samples, 1)):
        forward = nnx.jit(lambda model, x: model(x))
        outputs.append(forward(model, x))
    return jnp.stack(outputs)
