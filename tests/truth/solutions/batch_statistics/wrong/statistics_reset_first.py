"""Starts from mean 0 and variance 1.
Class: state
Why: "The model's statistics go on from where they were"
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


@nnx.jit
def reset(model):
    for _, m in nnx.iter_graph(model):
        if isinstance(m, nnx.BatchNorm):
            m.mean[...] = jnp.zeros_like(m.mean[...])
            m.var[...] = jnp.ones_like(m.var[...])


def calibrate(model, batches, x):
    reset(model)
    for batch in batches:
        forward(model, batch)
    model.eval()
    out = forward(model, x)
    model.train()
    return out
