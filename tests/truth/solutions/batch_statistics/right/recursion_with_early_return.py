"""Recursion over the batches instead of a loop, with early returns; one function jitted by nnx.jit does each pass."""

import jax
from flax import nnx


@nnx.jit
def run(model: nnx.Module, rows: jax.Array) -> jax.Array:
    return model(rows)


def absorb(model: nnx.Module, batches: jax.Array, first: int = 0) -> None:
    if first == batches.shape[0]:
        return
    run(model, batches[first])
    absorb(model, batches, first + 1)


def calibrate(model, batches, x):
    absorb(model, batches)
    model.eval()
    out = run(model, x)
    model.train()
    return out
