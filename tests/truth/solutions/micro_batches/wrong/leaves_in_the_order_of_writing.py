"""Adds up leaves, and puts them back into dicts in the order in which the keys were written.

Class: layout
Why: JAX sorts the keys of a dict: in a plain call with {"w": ..., "b": ...} the gradient of `b` comes back as `w`, and the other way around.
"""

import jax
import jax.numpy as jnp


def rebuild(tree, leaves):
    if isinstance(tree, dict):
        return {key: rebuild(branch, leaves) for key, branch in tree.items()}
    if isinstance(tree, list):
        return [rebuild(branch, leaves) for branch in tree]
    return next(leaves)


def accumulate(loss, params, xs, ys, weights, size):
    count = len(weights)
    rows = min(size, count)

    def cut(step):
        wanted = step * rows
        start = jnp.minimum(wanted, count - rows)
        x, y, w = (jax.lax.dynamic_slice_in_dim(a, start, rows) for a in (xs, ys, weights))
        return x, y, jnp.where(start + jnp.arange(rows) >= wanted, w, 0.0)

    def add(step, sums):
        x, y, w = cut(step)
        value, slopes = jax.value_and_grad(lambda p: w @ jax.vmap(loss, (None, 0, 0))(p, x, y))(params)
        return [a + b for a, b in zip(sums, [value, *jax.tree.leaves(slopes)], strict=True)]

    zeros = [jnp.zeros(()), *map(jnp.zeros_like, jax.tree.leaves(params))]
    total = weights.sum()
    mean, *slopes = [leaf / total for leaf in jax.lax.fori_loop(0, -(-count // rows), add, zeros)]
    return mean, rebuild(params, iter(slopes))
