"""The auxiliary data is an object without `__eq__`, so each new filter is traced.
Class: retrace
Why: "a new instance with equal options: 0 traces".
"""

import jax
import jax.numpy as jnp


class Options:
    def __init__(self, mode, stride):
        self.mode, self.stride = mode, stride

    def __hash__(self):
        return hash((self.mode, self.stride))  # a hash alone makes nothing equal


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
