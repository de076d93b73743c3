"""Compares the modes only, since the stride is taken eagerly.

Class: retrace
Why: another stride finds the old program, so that call traces 0 times where the table says 1.
"""

import dataclasses

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class Options:
    mode: str
    stride: int = dataclasses.field(compare=False)


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        return (self.taps,), Options(**self.options)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], dataclasses.asdict(aux))


@jax.jit
def _convolve(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])


def apply_filter(bank, signal):
    return _convolve(bank, signal)[:: bank.options["stride"]]
