"""The aux object counts how often it is used; equal options of new instances are equal all the same."""

import jax
import jax.numpy as jnp


class Options:
    def __init__(self, mode, stride):
        self.mode = mode
        self.stride = stride
        self.uses = 0

    def __eq__(self, other):
        return isinstance(other, Options) and vars(self) == vars(other)

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
        aux.uses += 1
        return cls(children[0], {"mode": aux.mode, "stride": aux.stride})


@jax.jit
def apply_filter(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]
