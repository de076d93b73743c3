"""A compiled function evaluates and leaves the model in evaluation mode.
Class: state
Why: "Leave the model in training mode"
"""

from flax import nnx


@nnx.jit
def calibrate(model, batches, x):
    for batch in batches:
        model(batch)
    model.eval()
    return model(x)
