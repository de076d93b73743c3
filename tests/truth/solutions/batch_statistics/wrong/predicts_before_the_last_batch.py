"""Predicts after all batches but the last, and collects that one later: the prediction is stale.
Class: other
Why: "For each of the `B` batches, in order, run a forward pass", and only then "Run a forward pass for `x` ..., which uses the running statistics".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    out = None
    for i, batch in enumerate(batches):
        if i == len(batches) - 1:
            model.eval()
            out = forward(model, x)
            model.train()
        forward(model, batch)
    return out
