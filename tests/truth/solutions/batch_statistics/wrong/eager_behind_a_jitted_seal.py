"""Runs the model op by op, and passes what comes out through a jitted identity.

Class: decoy
Why: "All forward passes run in functions made by nnx.jit or jax.jit", and here only a copy of the outputs does.
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, out):
    return out + jnp.zeros_like(out)


def calibrate(model, batches, x):
    for batch in batches:
        forward(model, model(batch))
    model.eval()
    out = forward(model, model(x))
    model.train()
    return out
