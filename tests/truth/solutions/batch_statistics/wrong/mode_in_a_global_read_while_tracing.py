"""The mode is a global that is read while JAX traces: where x has as many rows as a batch, the training program is found again.
Breaks "Run a forward pass for `x` in **evaluation mode**".
Class: numbers
"""

from flax import nnx

training = True


@nnx.jit
def forward(model, rows):
    if training:
        model.train()
    else:
        model.eval()
    return model(rows)


def calibrate(model, batches, x):
    global training
    training = True
    for batch in batches:
        forward(model, batch)
    training = False
    out = forward(model, x)
    model.train()
    return out
