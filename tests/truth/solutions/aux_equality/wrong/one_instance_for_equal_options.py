"""Hands out the same instance again whenever the options are equal.

Class: state
Why: two filters with equal options and other taps are one object, so the first one's `taps` become those of the second.
"""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    _known = {}

    def __new__(cls, taps, options):
        key = options["mode"], options["stride"]
        if key not in cls._known:
            cls._known[key] = super().__new__(cls)
        return cls._known[key]

    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        return (self.taps,), (self.options["mode"], self.options["stride"])

    @classmethod
    def tree_unflatten(cls, aux, children):
        # Not from the store: there are tracers in here.
        bank = object.__new__(cls)
        bank.taps, bank.options = children[0], {"mode": aux[0], "stride": aux[1]}
        return bank


@jax.jit
def apply_filter(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]
