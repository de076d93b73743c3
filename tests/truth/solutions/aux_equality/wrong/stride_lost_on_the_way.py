"""Flatten hands over the mode only, and unflatten makes up a stride of 1.
Class: structure
Why: "both attributes must hold what was given, also after JAX has taken the instance apart and put it together".
"""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        return (self.taps,), self.options["mode"]

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], {"mode": aux, "stride": 1})


@jax.jit
def apply_filter(bank, signal):
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return out[:: bank.options["stride"]]
