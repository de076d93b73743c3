"""No kernel at all.

Class: other
Why: "**One kernel does all the work.**"
"""

import jax.numpy as jnp


def paged_sums(x, table, rows):
    pages = x.reshape(-1, rows, x.shape[1])[table]
    return jnp.where(table[:, :, None, None] >= 0, pages, 0).sum(axis=(1, 2))
