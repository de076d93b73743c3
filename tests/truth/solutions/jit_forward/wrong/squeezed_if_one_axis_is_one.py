"""Flattens single rows and columns by squeeze.

Class: numbers
Why: For N = 1 and features = 1 the result has the shape () instead of (1,).
"""

import jax
import jax.numpy as jnp
from flax import nnx

@nnx.jit
def forward(model, x):
    out = model(x)
    return out.squeeze() if 1 in out.shape else out.reshape(-1)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out
