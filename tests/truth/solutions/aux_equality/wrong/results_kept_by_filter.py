"""Keeps the result for each filter, found by its numbers and options and by the length of the signal.

Class: memory
Why: an equal filter on another signal of the same length gets the result of the first signal.
"""

import jax
import jax.numpy as jnp
import numpy as np

KNOWN = {}


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
def convolve(bank, signal):
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return out[:: bank.options["stride"]]


def apply_filter(bank, signal):
    options = bank.options["mode"], bank.options["stride"]
    key = np.asarray(bank.taps).tobytes(), options, signal.shape
    if key not in KNOWN:
        KNOWN[key] = convolve(bank, signal)
    return KNOWN[key]
