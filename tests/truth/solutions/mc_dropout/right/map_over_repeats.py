"""Iterator style: `map` calls the jitted unbound call with the model and x, again and again."""
from itertools import repeat

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def once(model: nnx.Module, x):
    return model(x)


def sample_outputs(model, x, samples):
    assert samples >= 1
    passes = map(once, repeat(model, samples), repeat(x))
    return jnp.stack(tuple(passes), axis=0)
