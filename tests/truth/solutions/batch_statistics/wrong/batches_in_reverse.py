"""Goes through the batches from the last to the first.
Class: numbers
Why: "For each of the `B` batches, in order".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    for batch in batches[::-1]:
        forward(model, batch)
    model.eval()
    out = forward(model, x)
    model.train()
    return out
