"""A function made by `nnx.jit` inside one made by `jax.jit`, and the outer one loses the update.
Class: state
Why: "After the call the caller's `model` holds what `B` forward passes leave".
"""

import jax
import jax.numpy as jnp
from flax import nnx

inner = nnx.jit(lambda model, x: model(x))


@jax.jit
def forward(model, x):
    return inner(model, x)


def follow(model, batches):
    return jnp.stack([forward(model, x) for x in batches])
