"""Samples from a clone and moves the given model's counter by one, whatever samples is.
Class: state
Why: "this state has moved on by `samples` draws".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    copy = nnx.clone(model)
    outputs = jnp.stack([forward(copy, x) for _ in range(samples)])
    model.dropout.rngs.count[...] += 1
    return outputs
