"""Looks each gradient up by its path, as in a checkpoint: names joined by slashes.

Class: structure
Why: in {"a": {"b": p}, "a/b": q} both arrays have the path a/b, so p gets the gradient of q (or fails, if the shapes differ).
"""

import jax


def step(params, grads, rate):
    def joined(path):
        return jax.tree_util.keystr(path, simple=True, separator="/")

    table = {joined(path): g for path, g in jax.tree.leaves_with_path(grads)}
    return jax.tree.map_with_path(lambda path, p: p - rate * table[joined(path)], params)
