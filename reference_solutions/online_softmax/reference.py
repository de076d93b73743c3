"""The truth of `online_softmax`: all scores at once, for the keys that aren't in use as well, and no kernel."""

import jax
import jax.numpy as jnp


def attend(queries, keys, values, length):
    """Return each query's mean of the first `length` values, weighted by the softmax of its scores."""
    keys, values = (array.reshape(-1, array.shape[-1]) for array in (keys, values))
    there = jnp.arange(len(keys)) < length
    scores = jnp.where(there, queries @ keys.T, -jnp.inf)
    return jax.nn.softmax(scores, axis=1) @ jnp.where(there[:, None], values, 0)
