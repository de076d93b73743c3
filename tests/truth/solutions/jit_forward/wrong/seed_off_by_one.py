"""The seed counts from one, so another layer is built.
Class: numbers
Why: "agrees with the same layer run eagerly, up to rounding".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed) + 1))
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1)
