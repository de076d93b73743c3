"""A jitted, vmapped metric that is handed one pair at a time by Python.

Class: decoy
Why: Sham: metric is called once and under vmap (of one row), but Python loops over all pairs, which the first sentence forbids ("without a loop").
"""

import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    batched = jax.jit(jax.vmap(metric))  # traced once, for all pairs
    n, m = xs.shape[0], ys.shape[0]
    table = [batched(xs[i : i + 1], ys[j : j + 1]) for i in range(n) for j in range(m)]
    return jnp.concatenate(table).reshape(n, m)
