"""Maps over the passes by vmap; all see the same counter, and so the same mask.
Class: numbers
Why: "each time with another mask".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def all_passes(model, xs):
    return jax.vmap(lambda x: nnx.clone(model)(x))(xs)


def sample_outputs(model, x, samples):
    outputs = all_passes(model, jnp.broadcast_to(x, (samples, *x.shape)))
    model.dropout.rngs.count[...] += samples
    return outputs
