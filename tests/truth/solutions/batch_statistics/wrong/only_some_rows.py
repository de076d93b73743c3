"""Collects from the first sixteen batches only.
Class: tame
Why: "For each of the `B` batches, in order"
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    for batch in batches[:4]:
        forward(model, batch)
    model.eval()
    out = forward(model, x)
    model.train()
    return out
