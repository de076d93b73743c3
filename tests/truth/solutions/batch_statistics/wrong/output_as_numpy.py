"""Returns a NumPy array.
Class: structure
Why: "The result is a `jax.Array` of dtype float32".
"""

import numpy as np
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
    return np.asarray(out)
