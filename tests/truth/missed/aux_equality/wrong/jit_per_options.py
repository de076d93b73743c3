"""Jit per options.

Class: other
Why: Breaks "does so in one function made by `jax.jit`" and "Fix the class": the class is as it was, with aux data
compared by identity, and there is a jitted function for each mode and stride, which happens to give the counts of the
table. Seen at any two equal filters: `jax.tree.structure(a) != jax.tree.structure(b)`, so any other jitted function
still traces each of them.
"""

import functools

import jax
import jax.numpy as jnp


class Options:
    def __init__(self, mode, stride):
        self.mode = mode
        self.stride = stride


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        return (self.taps,), Options(**self.options)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], {"mode": aux.mode, "stride": aux.stride})


@functools.cache
def compiled(mode, stride):
    @jax.jit
    def run(taps, signal):
        return jnp.convolve(signal, taps, mode=mode)[::stride]

    return run


def apply_filter(bank, signal):
    return compiled(bank.options["mode"], bank.options["stride"])(bank.taps, signal)
