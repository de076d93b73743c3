"""Convolves and returns in bfloat16.
Class: dtype
Why: "The result is float32 with one axis".
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
    signal, taps = signal.astype(jnp.bfloat16), bank.taps.astype(jnp.bfloat16)
    return jnp.convolve(signal, taps, mode=bank.options["mode"])[:: bank.options["stride"]]
