"""The truth of `paged_sums`: all pages of the table are copied together, and no kernel."""

import jax.numpy as jnp


def paged_sums(x, table, rows):
    """Return the sum of the pages that each row of the table lists."""
    pages = x.reshape(-1, rows, x.shape[1])[table]
    return jnp.where((table < 0)[:, :, None, None], 0, pages).sum(axis=(1, 2))
