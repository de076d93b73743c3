"""Caps the stride in the aux data, so that all strides beyond any signal share one program.

Class: key
Why: a stride of 5000 comes back as 1024 after jax.tree.unflatten, strides 5000 and 6000 share one trace instead of two, and for a signal of more than 1024 numbers the result has too many.
"""

import jax
import jax.numpy as jnp

LONGEST = 1024


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        # With a stride this long only the first number is left, whatever the stride.
        return (self.taps,), (self.options["mode"], min(self.options["stride"], LONGEST))

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], {"mode": aux[0], "stride": aux[1]})


@jax.jit
def apply_filter(bank, signal):
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return out[:: bank.options["stride"]]
