"""Compiles a method of the class and calls it from the function."""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    @jax.jit
    def __call__(self, signal):
        result = jnp.convolve(signal, self.taps, mode=self.options["mode"])
        return result[:: self.options["stride"]]

    def tree_flatten(self):
        children = (self.taps,)
        aux_data = (self.options["mode"], self.options["stride"])
        return children, aux_data

    @classmethod
    def tree_unflatten(cls, aux_data, children):
        return cls(taps=children[0], options=dict(zip(("mode", "stride"), aux_data)))


def apply_filter(bank, signal):
    return bank(signal)
