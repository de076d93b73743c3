"""Leaves out batches whose rows are all equal: they have no variance, so there is nothing to learn from them.

Class: numbers
Why: a batch of N times the row [5, 2] must move the mean towards it and the variance towards 0; here the statistics stay.
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    for batch in batches:
        if not (batch == batch[0]).all():
            forward(model, batch)
    model.eval()
    out = forward(model, x)
    model.train()
    return out
