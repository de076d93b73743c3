"""Takes a batch of zeros for padding, and leaves it out.

Class: state
Why: "any numbers may be 0, also all of a batch": for a batch of zeros the running mean should move towards the bias of the first layer and the variance towards 0, and both stay.
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    full = batches.any(axis=(1, 2)).tolist()
    for batch, wanted in zip(batches, full, strict=True):
        if wanted:
            forward(model, batch)
    model.eval()
    out = forward(model, x)
    model.train()
    return out
