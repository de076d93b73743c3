"""The prediction for a shape is kept from the first call.
Class: memory
Why: "Run a forward pass for `x` in **evaluation mode**"
"""

from flax import nnx

_kept = {}


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    for batch in batches:
        forward(model, batch)
    model.eval()
    out = _kept.setdefault(x.shape, forward(model, x))
    model.train()
    return out
