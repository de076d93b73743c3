"""Reshapes all batches into a single large one and runs one pass.
Class: numbers
Why: "For each of the `B` batches, in order, run a forward pass of the model in training mode".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    forward(model, batches.reshape(-1, batches.shape[-1]))
    model.eval()
    out = forward(model, x)
    model.train()
    return out
