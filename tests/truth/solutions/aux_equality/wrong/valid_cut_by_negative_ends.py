"""Convolves in full, and cuts `K - 1` numbers off at both ends for the mode `valid`.

Class: numbers
Why: for a filter of one tap the cut is `[0:-0]`, and the result of mode `valid` is empty.
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
    edge = bank.taps.shape[0] - 1
    out = jnp.convolve(signal, bank.taps, mode="full")
    match bank.options["mode"]:
        case "valid":
            out = out[edge:-edge]
        case "same":
            out = out[edge // 2 :][: signal.shape[0]]
    return out[:: bank.options["stride"]]
