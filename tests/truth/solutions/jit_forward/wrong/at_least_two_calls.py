"""A first call to compile, and then at least one that counts.

Class: dispatches
Why: With num_calls = 1 it calls the jitted function twice.
"""

import jax
import jax.numpy as jnp
from flax import nnx

@nnx.jit
def forward(model, x):
    return model(x).reshape(-1)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    out, left = forward(model, x), int(num_calls) - 1
    while True:
        out = forward(model, x)
        left -= 1
        if left <= 0:
            return out
