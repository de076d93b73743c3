"""Lets one compiled scan go through the batches, and switches the mode by a context manager."""

import contextlib

import jax.numpy as jnp
from flax import nnx


@nnx.jit
@nnx.scan(in_axes=(nnx.Carry, 0), out_axes=(nnx.Carry, 0))
def absorb(model, batch):
    model(batch)
    return model, jnp.float32(0)


@nnx.jit
def predict(model, x):
    return model(x)


@contextlib.contextmanager
def at_rest(model):
    model.eval()
    try:
        yield model
    finally:
        model.train()


def calibrate(model, batches, x):
    absorb(model, batches)
    with at_rest(model) as ready:
        return predict(ready, x)
