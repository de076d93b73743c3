"""Samples rightly, and notes on the model how many passes were made.

Class: state
Why: It breaches "Nothing else of the model has changed": the model has a new attribute `passes_made` after the call, and so another structure.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    outputs = jnp.stack([forward(model, x) for _ in range(samples)])
    model.passes_made = getattr(model, "passes_made", 0) + samples
    return outputs
