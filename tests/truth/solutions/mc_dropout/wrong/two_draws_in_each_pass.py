"""Runs the model twice in the jitted function and returns the second output.
Class: state
Why: "in the order in which passes made eagerly would draw them".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    model(x)
    return model(x)


def sample_outputs(model, x, samples):
    return jnp.stack([forward(model, x) for _ in range(samples)])
