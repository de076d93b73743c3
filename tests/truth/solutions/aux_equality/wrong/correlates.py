"""Correlates instead of convolving: the taps aren't turned round.
Class: numbers
Why: "apply_filter returns jnp.convolve(...)".
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
    out = jnp.correlate(signal, bank.taps, mode=bank.options["mode"])
    return out[:: bank.options["stride"]]
