"""NumPy computes the answer beside the jitted passes, and returns its own array.
Class: host
Why: "The result is a `jax.Array` of dtype float32", and "Return the last output".
"""

import numpy as np
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        forward(model, x)
    return (np.asarray(x) @ np.asarray(model.kernel[...])).reshape(-1)
