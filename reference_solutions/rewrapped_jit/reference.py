"""The eager truth of `rewrapped_jit`."""

import jax.numpy as jnp


def evaluate(model, batches):
    """Return the mean score of each batch."""
    return jnp.stack([model(batch).mean() for batch in batches])
