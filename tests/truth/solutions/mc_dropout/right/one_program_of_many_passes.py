"""One nnx.jit holds all passes, one after the other; their number is static."""

import functools
import itertools
import operator

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(nnx.jit, static_argnums=2)
def sample_outputs(model: nnx.Module, x: jax.Array, samples: int) -> jax.Array:
    passes = map(operator.call, itertools.repeat(functools.partial(model, x), samples))
    return jnp.stack(tuple(passes))
