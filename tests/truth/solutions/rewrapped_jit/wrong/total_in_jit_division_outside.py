"""The jitted function returns the sum of the scores, and the division runs eagerly.

Class: half_eager
Why: "All floating-point arithmetic runs in a function made by `nnx.jit`, and the result is what that returns": the quotient is computed outside.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def total_score(model, batch):
    return model(batch).sum()


def evaluate(model, batches):
    totals = jnp.stack([total_score(model, batch) for batch in batches])
    sizes = jnp.array([len(batch) for batch in batches], jnp.float32)
    return totals / sizes
