"""One jitted function gets the whole list of batches.

Class: retrace
Why: the second call has three batches of size B after two, which is another structure: it is traced anew, where the table says 0.
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def all_means(model, batches):
    return jnp.stack([model(batch).mean() for batch in batches])


def evaluate(model, batches):
    return all_means(model, batches)
