"""The first pass is made in evaluation mode, as a reference.
Class: state
Why: "Run it `samples` times on the model and `x`, in training mode".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    model.eval()
    outputs = [forward(model, x)]
    model.train()
    return jnp.stack(outputs + [forward(model, x) for _ in range(samples - 1)])
