"""Right, but it leaves a note on the model that it was calibrated.
Breaks "The model has the same structure after the call, its mode included".
Class: state
"""
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    for batch in batches:
        forward(model, batch)
    model.eval()
    out = forward(model, x)
    model.train()
    model.calibrated = True
    return out
