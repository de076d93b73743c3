"""A batch that has come before is skipped as a duplicate; wrong only where a batch occurs twice.
Breaks "For each of the `B` batches, in order, run a forward pass of the model in training mode".
Class: numbers
"""
import numpy as np
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    seen = set()
    for batch in batches:
        if (key := np.asarray(batch).tobytes()) not in seen:
            seen.add(key)
            forward(model, batch)
    model.eval()
    out = forward(model, x)
    model.train()
    return out
