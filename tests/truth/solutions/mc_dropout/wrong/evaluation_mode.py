"""Switches to evaluation mode, so nothing is dropped.
Class: other
Why: "in training mode, so that units are dropped".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    model.eval()
    outputs = jnp.stack([forward(model, x) for _ in range(samples)])
    model.train()
    return outputs
