"""Stacks the passes in reverse order.
Class: numbers
Why: "Return all outputs, stacked: the first pass at index 0".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    outputs = []
    for _ in range(samples):
        outputs.insert(0, forward(model, x))
    return jnp.stack(outputs)
