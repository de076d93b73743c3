"""Makes equal options the same object by a cache, which holds one of them.

Class: retrace
Why: after another mode the first options have left the cache of size 1, so the sixth call gets a new object and traces again.
"""

import functools

import jax
import jax.numpy as jnp


class Options:
    def __init__(self, mode, stride):
        self.mode = mode
        self.stride = stride


@functools.lru_cache(maxsize=1)
def intern(mode, stride):
    return Options(mode, stride)


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        return (self.taps,), intern(self.options["mode"], self.options["stride"])

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], {"mode": aux.mode, "stride": aux.stride})


@jax.jit
def apply_filter(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]
