"""Goes back to training mode only if the structure is what it was, which it never is.

Class: state
Why: the model comes back in evaluation mode, so a second call moves no statistics; "Leave the model in training mode, as it came".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    model.train()
    mode_before = nnx.graphdef(model)
    for batch in batches:
        forward(model, batch)
    model.eval()
    out = forward(model, x)
    if nnx.graphdef(model) == mode_before:
        model.train()
    return out
