"""The last batch is taken twice.
Class: state
Why: "Its batch statistics are those after all batches, each taken once."
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    for batch in batches:
        forward(model, batch)
    forward(model, batches[-1])
    model.eval()
    out = forward(model, x)
    model.train()
    return out
