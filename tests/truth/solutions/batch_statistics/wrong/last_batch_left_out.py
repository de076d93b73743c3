"""Stops one batch early where there is more than one.
Class: numbers
Why: "For each of the `B` batches, in order, run a forward pass of the model in training mode".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    for i in range(max(1, len(batches) - 1)):
        forward(model, batches[i])
    model.eval()
    out = forward(model, x)
    model.train()
    return out
