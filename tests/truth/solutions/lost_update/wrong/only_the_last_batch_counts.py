"""All batches start from the first state.
Class: numbers
Why: "for each of the `B` batches, in order".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def step(model, x):
    y = model(x)
    return y, nnx.state(model)


def follow(model, batches):
    results = [step(model, x) for x in batches]
    nnx.update(model, results[-1][1])
    return jnp.stack([y for y, _ in results])
