from itertools import islice

import jax.numpy as jnp
from flax import nnx

forward = nnx.jit(lambda network, inputs: network(inputs))


def passes(model, x):
    """Yield the outputs of one pass after the other, without end."""
    while True:
        yield forward(model, x)


def sample_outputs(model, x, samples):
    return jnp.array([*islice(passes(model, x), samples)])
