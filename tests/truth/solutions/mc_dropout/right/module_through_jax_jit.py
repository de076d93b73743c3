"""Passes the module itself to jax.jit and returns its counters beside the output."""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def forward(model, x):
    out = model(x)
    return out, nnx.state(model, nnx.RngCount)


def sample_outputs(model, x, samples):
    collected = []
    for _ in range(samples):
        out, counters = forward(model, x)
        nnx.update(model, counters)
        collected.append(out)
    return jnp.stack(collected, axis=0)
