"""Cuts "same" out of the full convolution one position late where the number of taps is even.
Class: numbers
Why: "apply_filter returns jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[...]".
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
    k, n = bank.taps.shape[0], signal.shape[0]
    full = jnp.convolve(signal, bank.taps, mode="full")
    start, length = {"full": (0, n + k - 1), "same": (k // 2, n), "valid": (k - 1, n - k + 1)}[bank.options["mode"]]
    return full[start : start + length][:: bank.options["stride"]]
