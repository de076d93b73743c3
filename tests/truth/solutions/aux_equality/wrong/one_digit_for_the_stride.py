"""The options are a text such as "full2", and the stride is its last digit: 12 comes back as 2, and 10 as 0.
Breaks: "both attributes must hold what was given, also after JAX has taken the instance apart and put it together".
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
        text = self.options["mode"] + str(self.options["stride"])
        return (self.taps,), text

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], {"mode": aux.rstrip("0123456789"), "stride": int(aux[-1])})


@jax.jit
def apply_filter(bank, signal):
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return out[:: bank.options["stride"]]
