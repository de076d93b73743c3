"""The hand-written equality leaves the stride out, so a new stride finds the old program.
Class: key
Why: "another stride: 1 trace", and "apply_filter returns jnp.convolve(...)[:: bank.options["stride"]]".
"""

import jax
import jax.numpy as jnp


class Options:
    def __init__(self, mode, stride):
        self.mode, self.stride = mode, stride

    def __eq__(self, other):
        return self.mode == other.mode

    def __hash__(self):
        return hash(self.mode)


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
