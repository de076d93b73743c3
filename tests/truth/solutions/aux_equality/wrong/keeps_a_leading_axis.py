"""Returns a row of a matrix instead of a vector.
Class: structure
Why: "The result is float32 with one axis".
"""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        return (self.taps,), (self.options["mode"], self.options["stride"])

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], {"mode": aux[0], "stride": aux[1]})


@jax.jit
def apply_filter(bank, signal):
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return out[None, :: bank.options["stride"]]
