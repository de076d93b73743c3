"""A jitted function runs on each batch and its result is thrown away; all passes are eager.
Class: decoy
Why: "run a forward pass of the model in training mode, compiled".
"""

from flax import nnx


@nnx.jit
def warm(model, x):
    return x @ model.hidden.kernel[...]


def calibrate(model, batches, x):
    for batch in batches:
        warm(model, batch)
        model(batch)
    model.eval()
    warm(model, x)
    out = model(x)
    model.train()
    return out
