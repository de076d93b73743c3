"""Never switches back to training mode.
Class: state
Why: "Leave the model in training mode, as it came".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    for batch in batches:
        forward(model, batch)
    model.eval()
    return forward(model, x)
