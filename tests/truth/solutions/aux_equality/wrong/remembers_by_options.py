"""Remembers the result for each combination of options and shapes, and gives it again for other numbers.
Class: memory
Why: "apply_filter returns jnp.convolve(signal, bank.taps, ...)": each call has new numbers.
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
def compute(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]


remembered = {}


def apply_filter(bank, signal):
    key = (bank.options["mode"], bank.options["stride"], bank.taps.shape, signal.shape)
    if key not in remembered:
        remembered[key] = compute(bank, signal)
    return remembered[key]
