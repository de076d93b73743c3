"""Writes out each step with asserts and prints."""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def training_forward(model, batch):
    output = model(batch)
    return output


@nnx.jit
def evaluation_forward(model, batch):
    output = model(batch)
    return output


def calibrate(model, batches, x):
    batches = jnp.asarray(batches)
    x = jnp.asarray(x)
    assert batches.ndim == 3, "batches must be (B, N, D)"
    assert x.ndim == 2, "x must be (M, D)"
    number_of_batches = batches.shape[0]

    # Step 1: collect
    model.train()
    for index in range(number_of_batches):
        current_batch = batches[index, :, :]
        _unused = training_forward(model, current_batch)
    print("collected the statistics of", number_of_batches, "batches")

    # Step 2: predict
    model.eval()
    predictions = evaluation_forward(model, x)

    # Step 3: back to training mode
    model.train()
    assert predictions.shape[0] == x.shape[0]
    return predictions
