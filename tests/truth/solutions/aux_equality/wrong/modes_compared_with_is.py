"""The auxiliary object compares modes by `is`, as Python keeps each word of a program once.

Class: retrace
Why: a mode that was read from a file, or put together at run time, is an equal string but another object, so equal options are traced once more.
"""

import jax
import jax.numpy as jnp


class Options:
    __slots__ = ("mode", "stride")

    def __init__(self, mode, stride):
        self.mode = mode
        self.stride = stride

    def __eq__(self, other):
        return isinstance(other, Options) and self.mode is other.mode and self.stride == other.stride

    def __hash__(self):
        return hash((self.mode, self.stride))


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        return (self.taps,), Options(**self.options)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], {"mode": aux.mode, "stride": aux.stride})


@jax.jit
def apply_filter(bank, signal):
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return out[:: bank.options["stride"]]
