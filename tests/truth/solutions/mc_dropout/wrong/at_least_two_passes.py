"""Two passes are made even if one is asked for, as a spread needs two.
Class: tame
Why: "Run it `samples` times on the model and `x`, in training mode".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    return jnp.stack([forward(model, x) for _ in range(max(samples, 2))])
