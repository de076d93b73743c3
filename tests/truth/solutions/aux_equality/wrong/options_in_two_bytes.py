"""Packs the options into two bytes, which compare and hash fast.

Class: dtype
Why: a stride of 256 or more doesn't fit into a byte, so flattening raises a ValueError; the statement allows any stride of at least 1.
"""

import jax
import jax.numpy as jnp

MODES = ("valid", "same", "full")


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        return (self.taps,), bytes((MODES.index(self.options["mode"]), self.options["stride"]))

    @classmethod
    def tree_unflatten(cls, aux, children):
        mode, stride = aux
        return cls(children[0], {"mode": MODES[mode], "stride": stride})


@jax.jit
def apply_filter(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]
