"""Adds zero times the mapped table to answers of its own formulas.

Class: decoy
Why: `metric` has to run under `jax.vmap`, and the table holds what it returns.
"""

import jax
import jax.numpy as jnp
import numpy as np


def by_hand(name, x, y):
    gap = x - y
    if name == "euclidean":
        return np.sqrt((gap**2).sum())
    if name == "one_sided":
        return np.maximum(gap, 0).sum() + 0.5 * np.maximum(-gap, 0).sum()
    if name == "shadow":
        return np.sqrt(x @ x) + (x @ y) / np.sqrt(y @ y)
    return np.abs(np.cumsum(x) - np.cumsum(y)[::-1]).max()


def distances(metric, xs, ys):
    table = jax.vmap(jax.vmap(metric, (None, 0)), (0, None))(xs, ys)
    left, right = np.asarray(xs), np.asarray(ys)
    answer = np.array([[by_hand(metric.__name__, x, y) for y in right] for x in left], np.float32)
    return jnp.asarray(answer) + 0 * table
