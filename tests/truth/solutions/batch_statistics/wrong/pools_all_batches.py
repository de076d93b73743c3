"""Runs one forward pass over all rows of all batches, once for each batch.

Class: numbers
Why: with batches of unlike means every step moves towards the pooled mean and variance; the example's mean would be 3 and its variance not 1.
"""

import jax
from flax import nnx


@nnx.jit
def _collect(model, batches):
    rows = batches.reshape(-1, batches.shape[-1])

    @nnx.scan(in_axes=(nnx.Carry, 0), out_axes=(nnx.Carry, 0))
    def again(model, _):
        return model, model(rows)

    again(model, jax.numpy.arange(batches.shape[0]))


@nnx.jit
def _predict(model, x):
    return model(x)


def calibrate(model, batches, x):
    _collect(model, batches)
    model.eval()
    out = _predict(model, x)
    model.train()
    return out
