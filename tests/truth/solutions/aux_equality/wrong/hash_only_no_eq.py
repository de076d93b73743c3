"""Defines `__hash__` and no `__eq__`.
Class: retrace
Why: "a new instance with equal options | 0"
"""

import jax
import jax.numpy as jnp


class Options:
    def __init__(self, mode, stride):
        self.mode, self.stride = mode, stride

    def __hash__(self):
        return hash((self.mode, self.stride))


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps, self.options = taps, options

    def tree_flatten(self):
        return (self.taps,), Options(**self.options)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], {"mode": aux.mode, "stride": aux.stride})


@jax.jit
def apply_filter(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]
