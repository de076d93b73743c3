"""Runs the layer on the input once, and in the other calls on ones, whose output is dropped.
Class: structure
Why: "each time with the same model and `x`".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls) - 1):
        forward(model, jnp.ones_like(x))
    return forward(model, x).reshape(-1)
