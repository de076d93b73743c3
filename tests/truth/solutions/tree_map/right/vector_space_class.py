"""A small class makes vectors of trees, with operators for minus and for a number times a tree."""
from __future__ import annotations

import operator

import jax


class Vector:
    __slots__ = ("tree",)

    def __init__(self, tree) -> None:
        self.tree = tree

    def __sub__(self, other: Vector) -> Vector:
        return Vector(jax.tree.map(operator.sub, self.tree, other.tree))

    def __rmul__(self, number: float) -> Vector:
        return Vector(jax.tree.map(lambda leaf: (number * leaf).astype(leaf.dtype), self.tree))


def step(params, grads, rate):
    return (Vector(params) - rate * Vector(grads)).tree
