"""Normalises the options of the filter that it is given.
Class: state
Why: "The filter and `signal` are the same after the call as before."
"""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps, self.options = taps, options

    def tree_flatten(self):
        return (self.taps,), tuple(sorted(self.options.items()))

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], dict(aux))


@jax.jit
def run(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]


def apply_filter(bank, signal):
    out = run(bank, signal)
    bank.options["stride"] = 1
    return out
