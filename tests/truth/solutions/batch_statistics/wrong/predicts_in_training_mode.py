"""Predicts in training mode, so x is normalised by its own mean and moves the statistics, too.
Class: other
Why: "Run a forward pass for `x` in evaluation mode, compiled, which uses the running statistics and leaves them alone".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    for batch in batches:
        forward(model, batch)
    return forward(model, x)
