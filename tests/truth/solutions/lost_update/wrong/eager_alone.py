"""Nothing is compiled.
Class: half_eager
Why: "run the forward pass of `model` in a function made by **`jax.jit`**".
"""

import jax.numpy as jnp


def follow(model, batches):
    return jnp.stack([model(x) for x in batches])
