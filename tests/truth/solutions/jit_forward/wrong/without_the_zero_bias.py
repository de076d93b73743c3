"""Leaves the bias out, which is zero anyway.

Class: defaults
Why: 'Everything else at its default, so with a bias': the layer has none, though the numbers are equal.
"""

import jax
import jax.numpy as jnp
from flax import nnx

@nnx.jit
def forward(model, x):
    return model(x).reshape(-1)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), use_bias=False, rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out
