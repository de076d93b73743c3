"""No kernel at all.

Class: other
Why: "**One kernel does all the work.**"
"""

import jax.numpy as jnp


def window_means(x, rows, columns):
    n, d = x.shape
    windows = jnp.pad(x, ((0, -n % rows), (0, 0))).reshape(-1, rows, d)
    counts = jnp.full(len(windows), rows).at[-1].add(-(-n % rows))
    return windows.sum(axis=1) / counts[:, None]
