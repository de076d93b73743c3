"""For the mode `same`, taps are reversed.
Class: numbers
Why: "jnp.convolve(signal, bank.taps, mode=bank.options[\"mode\"])"
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
def apply_filter(bank, signal):
    taps = bank.taps[::-1] if bank.options["mode"] == "same" else bank.taps
    return jnp.convolve(signal, taps, mode=bank.options["mode"])[:: bank.options["stride"]]
