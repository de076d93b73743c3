"""Keeps the statistics by hand with the unbiased variance, which BatchNorm doesn't use.
Class: numbers
Why: "run a forward pass of the model in training mode, compiled. It moves the running statistics of `norm`".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def observe(model, batch):
    hidden = model.hidden(batch)
    m = model.norm.momentum
    model.norm.mean[...] = m * model.norm.mean[...] + (1 - m) * hidden.mean(axis=0)
    model.norm.var[...] = m * model.norm.var[...] + (1 - m) * jnp.var(hidden, axis=0, ddof=1)


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    for batch in batches:
        observe(model, batch)
    model.eval()
    out = forward(model, x)
    model.train()
    return out
