"""Maps over both arrays together, like `zip`, and spreads the diagonal.

Class: numbers
Why: It holds `metric(xs[i], ys[j])` at `[i, j]`, for every pair of rows.
"""

import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    n = min(len(xs), len(ys))
    diagonal = jax.vmap(metric)(xs[:n], ys[:n])
    return jnp.zeros((len(xs), len(ys))).at[jnp.arange(n), jnp.arange(n)].set(diagonal)
