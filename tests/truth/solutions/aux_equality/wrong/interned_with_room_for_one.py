"""Options without == come from a cache, so that equal ones are one object. But it has room for one: after others, it's a new one.
Breaks: the table's last row, "a new instance, and all as in the first call | 0" ("Exactly the counts in the table").
Class: retrace
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
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return out[:: bank.options["stride"]]
