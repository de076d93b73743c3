"""Draws once more after the passes, so the counter is one ahead.
Class: state
Why: "After the call this state has moved on by `samples` draws".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    outputs = [forward(model, x) for _ in range(samples)]
    forward(model, x)
    return jnp.stack(outputs)
