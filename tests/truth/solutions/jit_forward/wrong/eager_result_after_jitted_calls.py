"""Calls the jitted function as often as asked, and returns what the layer gave eagerly.

Class: decoy
Why: 'The result is what that returns': it comes from an eager call, and the jitted one's is only compared with it.
"""

import jax
import jax.numpy as jnp
from flax import nnx

@nnx.jit
def forward(model, x):
    return model(x).reshape(-1)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        out = forward(model, x)
    exact = model(x).reshape(-1)
    return exact if exact.shape == out.shape else out
