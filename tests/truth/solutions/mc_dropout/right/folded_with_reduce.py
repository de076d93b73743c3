import functools

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def one_more(model: nnx.Module, x: jax.Array) -> jax.Array:
    """Return the outputs of one pass, as a stack of one."""
    return jnp.expand_dims(model(x), axis=0)


def sample_outputs(model: nnx.Module, x: jax.Array, samples: int) -> jax.Array:
    def add(outputs: tuple, _: int) -> tuple:
        return (*outputs, one_more(model, x))

    return jnp.concatenate(functools.reduce(add, range(samples), ()), axis=0)
