"""Writes the options as JSON text with sorted keys."""

import json

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        return (self.taps,), json.dumps(self.options, sort_keys=True)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, json.loads(aux))


@jax.jit
def apply_filter(bank, signal):
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return out[:: bank.options["stride"]]
