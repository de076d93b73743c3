"""All pairs by two vmaps; where both sets are the same, the lower half mirrors the upper one.

Class: numbers
Why: With ys equal to xs and a metric that isn't symmetric, such as max(sum(x) - sum(y), 0), [i, j] with i > j holds metric(xs[j], xs[i]).
"""

import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    table = jax.vmap(jax.vmap(metric, (None, 0)), (0, None))(xs, ys)
    if xs.shape != ys.shape:
        return table
    # A set with itself: make the table exactly symmetric.
    i = jnp.arange(xs.shape[0])
    upper = i[:, None] <= i[None]
    symmetric = jnp.where(upper, table, table.T)
    return jnp.where((xs == ys).all(), symmetric, table)
