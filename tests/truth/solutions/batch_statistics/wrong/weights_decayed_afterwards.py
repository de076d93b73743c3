"""Shrinks the last layer's kernel after the prediction.
Class: state
Why: "Its parameters stay as they are".
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
    model.out.kernel[...] = 0.99 * model.out.kernel[...]
    return out
