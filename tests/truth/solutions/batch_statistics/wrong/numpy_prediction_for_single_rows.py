"""A single row is predicted in NumPy and handed through a jitted function.
Class: host
Why: "nothing is computed in NumPy or by a callback"
"""

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


@jax.jit
def hand_over(a):
    return a


def calibrate(model, batches, x):
    for batch in batches:
        forward(model, batch)
    if not hasattr(model, "hidden"):
        model.eval()
        out = forward(model, x)
        model.train()
        return out
    h = np.asarray(x) @ np.asarray(model.hidden.kernel[...]) + np.asarray(model.hidden.bias[...])
    n = model.norm
    h = (h - np.asarray(n.mean[...])) / np.sqrt(np.asarray(n.var[...]) + 1e-5)
    h = h * np.asarray(n.scale[...]) + np.asarray(n.bias[...])
    y = np.tanh(h) @ np.asarray(model.out.kernel[...]) + np.asarray(model.out.bias[...])
    return hand_over(y.astype(np.float32))
