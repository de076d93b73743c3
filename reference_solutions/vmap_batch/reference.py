"""The eager truth of `vmap_batch`: a Python loop."""

import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    """Return the loss of each example."""
    return jnp.stack([loss(weights, x, y) for x, y in zip(xs, ys, strict=True)])
