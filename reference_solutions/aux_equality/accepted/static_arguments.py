"""The class is registered, and the jitted function gets the options as static arguments by name."""

import functools

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        return (self.taps,), frozenset(self.options.items())

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, dict(aux))


@functools.partial(jax.jit, static_argnames=("mode", "stride"))
def convolve(taps, signal, *, mode, stride):
    return jnp.convolve(signal, taps, mode=mode)[::stride]


def apply_filter(bank, signal):
    return convolve(bank.taps, signal, **bank.options)
