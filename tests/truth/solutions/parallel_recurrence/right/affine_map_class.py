"""Registers affine maps as a pytree with an operator for composition."""

import operator

import jax


@jax.tree_util.register_pytree_node_class
class Affine:
    def __init__(self, slope, shift):
        self.slope, self.shift = slope, shift

    def __matmul__(self, inner):
        return Affine(self.slope * inner.slope, self.slope * inner.shift + self.shift)

    def tree_flatten(self):
        return (self.slope, self.shift), None

    @classmethod
    def tree_unflatten(cls, _, children):
        return cls(*children)


@jax.jit
def recurrence(decay, drive):
    maps = jax.lax.associative_scan(lambda first, then: operator.matmul(then, first), Affine(decay, drive))
    return maps.shift
