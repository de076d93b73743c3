"""Switches the mode by setting the flag on the model that it is given.

Class: example
Why: a Net's BatchNorm is a layer inside, so x is normalised by its own statistics (0 before the last layer for a single row), moves the running ones, and the Net is left with an attribute that it didn't have.
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    for batch in batches:
        forward(model, batch)
    model.use_running_average = True
    out = forward(model, x)
    model.use_running_average = False
    return out
