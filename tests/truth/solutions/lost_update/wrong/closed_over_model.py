"""The jitted function reads the model from outside.
Class: structure
Why: "The jitted function is made once, when the file is loaded".
"""

import jax
import jax.numpy as jnp

current = {}


@jax.jit
def step(x):
    return current["model"](x)


def follow(model, batches):
    current["model"] = model
    return jnp.stack([step(x) for x in batches])
