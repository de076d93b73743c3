"""The outputs of the first call are kept by shapes, and returned again while the counters move.
Class: other
Why: "After the call its counters have moved on by `samples` draws, so that the next caller gets new masks".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


known = {}


def sample_outputs(model, x, samples):
    outputs = jnp.stack([forward(model, x) for _ in range(samples)])
    return known.setdefault(outputs.shape, outputs)
