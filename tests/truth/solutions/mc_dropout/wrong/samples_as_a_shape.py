"""All passes are one pass over a repeated batch, which draws one mask for all of them.
Class: key
Why: "After the call its counters have moved on by `samples` draws".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    return forward(model, jnp.broadcast_to(x, (samples, *x.shape)))
