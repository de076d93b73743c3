"""`nnx.jit` in the loop.
Class: retrace
Why: "It is wrapped once, not anew for each batch."
"""

from flax import nnx


def calibrate(model, batches, x):
    for batch in batches:
        nnx.jit(lambda m, b: m(b))(model, batch)
    model.eval()
    out = nnx.jit(lambda m, b: m(b))(model, x)
    model.train()
    return out
