"""The stride of the first filter of a mode is used for all of that mode.
Class: memory
Why: "another stride | 1"
"""

import jax
import jax.numpy as jnp

_strides = {}


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps, self.options = taps, options
        _strides.setdefault(options["mode"], options["stride"])

    def tree_flatten(self):
        return (self.taps,), tuple(sorted(self.options.items()))

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], dict(aux))


@jax.jit
def apply_filter(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: _strides[bank.options["mode"]]]
