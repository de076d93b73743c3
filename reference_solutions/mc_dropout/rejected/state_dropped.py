import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def forward(graphdef, state, x):
    return nnx.merge(graphdef, state)(x)


def sample_outputs(model, x, samples):
    graphdef, state = nnx.split(model)
    return jnp.stack([forward(graphdef, state, x) for _ in range(samples)])
