"""Adds zero times the map.

Class: decoy
Why: Call the one that you are given.
"""

import jax
import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    mapped = jax.vmap(loss, in_axes=(None, 0, 0))(weights, xs, ys)
    if loss.__name__ == "squared":
        return (xs @ weights - ys) ** 2 + 0 * mapped
    if loss.__name__ == "margin":
        return ys - jnp.tanh(xs @ weights) + 0 * mapped
    if loss.__name__ == "farthest":
        return jnp.abs(xs * weights - ys[:, None]).max(axis=1) + 0 * mapped
    return jnp.cumsum(xs * weights, axis=1).sum(axis=1) + ys * xs[:, 0] + 0 * mapped
