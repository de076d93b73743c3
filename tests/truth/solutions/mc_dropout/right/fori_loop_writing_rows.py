import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit(static_argnames="samples")
def passes(model, x, samples):
    return jnp.stack([model(x) for _ in range(samples)])


def sample_outputs(model, x, samples):
    return passes(model, x, samples=samples)
