"""Carries only the running mean out of jax.jit; the variance stays at 1.
Class: numbers
Why: "It moves the running statistics of `norm`".
"""

import jax
from flax import nnx


@jax.jit
def moved_mean(model, batch):
    model(batch)
    return model.norm.mean[...]


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    for batch in batches:
        model.norm.mean[...] = moved_mean(model, batch)
    model.eval()
    out = forward(model, x)
    model.train()
    return out
