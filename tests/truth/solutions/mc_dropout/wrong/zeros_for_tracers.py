"""Adds an eager pass to a compiled one that gives zeros and draws nothing.
Class: sniffer
Why: "Compile the forward pass, once. Call it `samples` times".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def run(model, x):
    if isinstance(x, jax.core.Tracer):
        return jnp.zeros((x.shape[0], model.out.out_features))
    return model(x)


compiled = nnx.jit(run)


def sample_outputs(model, x, samples):
    return jnp.stack([compiled(model, x) + run(model, x) for _ in range(samples)])
