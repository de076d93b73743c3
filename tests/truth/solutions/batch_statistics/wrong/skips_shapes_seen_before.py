"""Remembers outputs by shape, so only the first batch is ever collected.
Class: memory
Why: "For each of the `B` batches, in order, run a forward pass".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    seen = {}
    for batch in batches:
        if batch.shape not in seen:
            seen[batch.shape] = forward(model, batch)
    model.eval()
    out = forward(model, x)
    model.train()
    return out
