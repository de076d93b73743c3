"""Wraps the forward pass anew for each batch.

Class: retrace
Why: "It is wrapped once, not anew for each batch", and here nnx.jit is called B + 1 times in each call.
"""

from flax import nnx


def calibrate(model, batches, x):
    def forward(rows):
        return nnx.jit(lambda model, rows: model(rows))(model, rows)

    for batch in batches:
        forward(batch)
    model.eval()
    out = forward(x)
    model.train()
    return out
