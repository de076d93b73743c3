"""The work is done by `nnx.jit`, and the results pass through a jitted identity.
Class: decoy
Why: "run the forward pass of `model` in a function made by **`jax.jit`**".
"""

import jax
import jax.numpy as jnp
from flax import nnx

forward = nnx.jit(lambda model, x: model(x))
identity = jax.jit(lambda y: y + 0)


def follow(model, batches):
    return jnp.stack([identity(forward(model, x)) for x in batches])
