"""The stride is handed over as a leaf, and a traced stride can't be used in a slice.
Class: structure
Why: "Both decide shapes, so both are static".
"""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        return (self.taps, self.options["stride"]), self.options["mode"]

    @classmethod
    def tree_unflatten(cls, aux, children):
        taps, stride = children
        return cls(taps, {"mode": aux, "stride": stride})


@jax.jit
def apply_filter(bank, signal):
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return out[:: bank.options["stride"]]
