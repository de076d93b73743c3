"""After unflatten the options are a NamedTuple and no dict.
Class: structure
Why: "both attributes must hold what was given, also after JAX has taken the instance apart and put it together".
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp


class Options(NamedTuple):
    mode: str
    stride: int


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = Options(**options) if isinstance(options, dict) else options

    def tree_flatten(self):
        return (self.taps,), self.options

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], aux)


@jax.jit
def apply_filter(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options.mode)[:: bank.options.stride]
