"""Damps the last layer's weights after the passes.
Class: state
Why: "The model has the same structure and parameters after the call".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    outputs = jnp.stack([forward(model, x) for _ in range(samples)])
    model.out.kernel[...] = model.out.kernel[...] * 0.999
    return outputs
