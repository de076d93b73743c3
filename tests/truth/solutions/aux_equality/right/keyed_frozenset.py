"""Registers the class with keys, and has a frozenset of the options as aux data."""

from functools import partial

import jax
import jax.numpy as jnp
from jax.tree_util import GetAttrKey


@jax.tree_util.register_pytree_with_keys_class
class Filter:
    __slots__ = ("taps", "options")

    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten_with_keys(self):
        return ((GetAttrKey("taps"), self.taps),), frozenset(self.options.items())

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, options=dict(aux))


@partial(jax.jit, inline=False)
def apply_filter(bank, signal):
    smooth = partial(jnp.convolve, mode=bank.options["mode"])
    step = slice(None, None, bank.options["stride"])
    return smooth(signal, bank.taps)[step]
