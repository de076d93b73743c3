"""Builds a jitted function for each mode and stride and keeps it in an lru_cache."""

import functools

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        return (self.taps,), tuple(sorted(self.options.items()))

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], dict(aux))


@functools.lru_cache(maxsize=None)
def compiled_for(mode, stride):
    return jax.jit(lambda taps, signal: jnp.convolve(signal, taps, mode=mode)[::stride])


def apply_filter(bank, signal):
    return compiled_for(bank.options["mode"], bank.options["stride"])(bank.taps, signal)
