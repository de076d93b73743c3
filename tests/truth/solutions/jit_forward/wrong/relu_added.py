"""Negative outputs are set to 0 by an activation that nobody asked for.
Class: numbers
Why: "agrees with the same layer run eagerly, up to rounding".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return jnp.maximum(model(x), 0)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1)
