"""Recurs over the passes and prepends each output."""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def collect(model, x, samples):
    if samples == 0:
        return []
    return [forward(model, x), *collect(model, x, samples - 1)]


def sample_outputs(model, x, samples):
    return jnp.stack(collect(model, x, samples))
