"""Sets the layer's momentum to 0.9, whatever it was.
Class: numbers
Why: "It moves the running statistics of `norm`": the model's own, and "The model has the same structure after the call".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    model.norm.momentum = 0.9
    for batch in batches:
        forward(model, batch)
    model.eval()
    out = forward(model, x)
    model.train()
    return out
