"""Cuts "same" out of "full" from K // 2 on instead of (K - 1) // 2, so it is off by one for an even number of taps.
It breaks "returns jnp.convolve(signal, bank.taps, mode=...)[::stride]" for mode "same" and even K.
Class: numbers
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
        mode, stride = aux
        return cls(children[0], {"mode": mode, "stride": stride})


@jax.jit
def apply_filter(bank, signal):
    n, k = signal.shape[0], bank.taps.shape[0]
    full = jnp.convolve(signal, bank.taps, mode="full")
    first, length = {"full": (0, n + k - 1), "same": (k // 2, n), "valid": (k - 1, n - k + 1)}[bank.options["mode"]]
    return full[first : first + length : bank.options["stride"]]
