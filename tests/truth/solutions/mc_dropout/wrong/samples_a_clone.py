"""Samples from a clone, and the given model's counter stays.
Class: state
Why: "After the call this state has moved on by `samples` draws".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    copy = nnx.clone(model)
    return jnp.stack([forward(copy, x) for _ in range(samples)])
