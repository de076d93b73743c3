"""Compiles with jax.jit.
Class: structure
Why: "Make one function of `(model, x)` with `nnx.jit`".
"""

import jax
from flax import nnx


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    forward = jax.jit(lambda model, x: model(x))
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1)
