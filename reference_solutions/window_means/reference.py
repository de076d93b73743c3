"""The truth of `window_means`: a slice for each window, and no kernel."""

import jax.numpy as jnp


def window_means(x, rows, columns):
    """Return the mean of each window of `rows` rows; `columns` makes no difference to it."""
    return jnp.stack([x[start : start + rows].mean(axis=0) for start in range(0, len(x), rows)])
