"""The first call runs the layer on x, and the others on zeros, whose output is dropped.
Class: other
Why: "each time with the same model and `x`".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    out = forward(model, x)
    for _ in range(int(num_calls) - 1):
        forward(model, jnp.zeros_like(x))
    return out.reshape(-1)
