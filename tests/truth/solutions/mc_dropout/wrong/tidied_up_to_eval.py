"""Switch to training mode for the passes, and to evaluation mode afterwards.

Class: state
Why: it breaches "It comes in training mode and stays in it": after any call the model is in evaluation mode, and the next caller's units aren't dropped.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    model.train()
    outputs = [forward(model, x) for _ in range(samples)]
    model.eval()
    return jnp.stack(outputs)
