"""Reads the seed as a float32 first.

Class: numbers
Why: The seed 16777217 becomes 16777216, and 2**31 - 1 becomes 2**31: another layer.
"""

import jax
import jax.numpy as jnp
from flax import nnx
import numpy as np


@nnx.jit
def forward(model, x):
    return model(x).reshape(-1)


def jit_forward(seed, x, features, num_calls):
    seed, features, num_calls = (int(number) for number in np.float32([seed, features, num_calls]))
    model = nnx.Linear(x.shape[-1], features, rngs=nnx.Rngs(seed))
    for _ in range(num_calls):
        out = forward(model, x)
    return out
