"""The aux object compares strides by `is`, which holds for Python's small integers only, so large equal strides trace again.
It breaks "Traces. Exactly the counts in the table": a new instance with equal options has to trace 0 times.
Class: retrace
"""

import jax
import jax.numpy as jnp


class Options:
    def __init__(self, mode, stride):
        self.mode = mode
        self.stride = stride

    def __eq__(self, other):
        return type(other) is Options and self.mode == other.mode and self.stride is other.stride

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
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]
