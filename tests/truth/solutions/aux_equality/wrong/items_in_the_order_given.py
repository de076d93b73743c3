"""The items become a tuple unsorted, so equal options in the other order are traced again.
Class: retrace
Why: "equal options, written in the other order: 0 traces".
"""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        return (self.taps,), tuple(self.options.items())

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], dict(aux))


@jax.jit
def apply_filter(bank, signal):
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return out[:: bank.options["stride"]]
