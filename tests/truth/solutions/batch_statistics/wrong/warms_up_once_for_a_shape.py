"""Warms up the compiled function with the first batch when it meets a new shape.

Class: state
Why: in the first call with a shape the first batch moves the statistics twice; "by the B batches in order and by nothing else".
"""

from flax import nnx

_warm = set()


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    if batches.shape not in _warm:
        _warm.add(batches.shape)
        forward(model, batches[0]).block_until_ready()
    for batch in batches:
        forward(model, batch)
    model.eval()
    out = forward(model, x)
    model.train()
    return out
