"""The jitted function is called with jit switched off.
Class: decoy
Why: "run the forward pass of `model` in a function made by **`jax.jit`**".
"""

import jax
import jax.numpy as jnp


@jax.jit
def forward(model, x):
    return model(x)


def follow(model, batches):
    with jax.disable_jit():
        return jnp.stack([forward(model, x) for x in batches])
