"""Returns the right outputs and then halves the running variance.
Class: state
Why: "The model keeps the statistics of the `B` batches, and of nothing else".
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
    model.norm.var[...] = model.norm.var[...] / 2
    return out
