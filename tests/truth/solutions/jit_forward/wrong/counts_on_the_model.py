"""Counts its passes in an attribute of the model.

Class: state
Why: The graphdef isn't the same after the calls as before, and each call of the jitted function traces again.
"""

import jax
import jax.numpy as jnp
from flax import nnx

@nnx.jit
def forward(model, x):
    model.passes = getattr(model, "passes", 0) + 1
    return model(x).reshape(-1)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    while getattr(model, "passes", 0) < int(num_calls):
        out = forward(model, x)
    return out
