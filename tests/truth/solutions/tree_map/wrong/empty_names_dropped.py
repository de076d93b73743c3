"""Looks each gradient up by the names and numbers on the way to it, of which empty ones are dropped.

Class: key
Why: names are any strings, so "" is one: in {"": {"a": x}, "a": y} both paths become ("a",), and x is moved by the gradient of y.
"""
import jax
from jax.tree_util import DictKey


def names(path):
    parts = [entry.key if isinstance(entry, DictKey) else entry.idx for entry in path]
    return tuple(part for part in parts if part != "")


def step(params, grads, rate):
    table = {names(path): g for path, g in jax.tree_util.tree_leaves_with_path(grads)}
    return jax.tree_util.tree_map_with_path(lambda path, p: p - rate * table[names(path)], params)
