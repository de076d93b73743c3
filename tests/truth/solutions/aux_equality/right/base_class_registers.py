"""Registers each subclass from a base class by its declared leaves and static names."""

import jax
import jax.numpy as jnp


class Node:
    leaves = ()
    static = ()

    def __init_subclass__(cls):
        def flatten(node):
            fixed = tuple(tuple(sorted(getattr(node, name).items())) for name in cls.static)
            return tuple(getattr(node, name) for name in cls.leaves), fixed

        def unflatten(aux, children):
            node = cls.__new__(cls)
            for name, child in zip(cls.leaves, children):
                setattr(node, name, child)
            for name, items in zip(cls.static, aux):
                setattr(node, name, dict(items))
            return node

        jax.tree_util.register_pytree_node(cls, flatten, unflatten)


class Filter(Node):
    leaves = ("taps",)
    static = ("options",)

    def __init__(self, taps, options):
        self.taps = taps
        self.options = options


apply_filter = jax.jit(
    lambda bank, signal: jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]
)
