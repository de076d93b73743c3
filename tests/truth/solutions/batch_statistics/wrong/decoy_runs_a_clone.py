"""The compiled passes run on a clone that nobody asks again, and the eager ones on the model.
Class: decoy
Why: "For each of the `B` batches, in order, run a forward pass of the model in training mode, compiled".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    shadow = nnx.clone(model)
    for batch in batches:
        forward(shadow, batch)
        model(batch)
    model.eval()
    shadow.eval()
    out = model(x) + 0 * forward(shadow, x)
    model.train()
    return out
