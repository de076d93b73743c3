import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    outputs = jnp.stack([forward(model, x) for _ in range(samples)])
    forward(model, x)
    return outputs
