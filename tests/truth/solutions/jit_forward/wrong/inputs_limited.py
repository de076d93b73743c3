"""Inputs are limited to ten.
Class: numbers
Why: "agrees with the same layer run eagerly"
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(jnp.clip(x, -10, 10))


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.ravel()
