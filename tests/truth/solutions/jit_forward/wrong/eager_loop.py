"""Runs the layer eagerly in the loop.
Class: structure
Why: "A function made by `nnx.jit` runs the layer".
"""

from flax import nnx


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        out = model(x)
    return out.reshape(-1)
