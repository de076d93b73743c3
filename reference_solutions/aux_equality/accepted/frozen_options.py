"""A frozen dataclass as aux data, with the equality and the hash that `dataclass` writes."""

import dataclasses

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class Options:
    mode: str
    stride: int


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
def apply_filter(bank, signal):
    mode, stride = bank.options["mode"], bank.options["stride"]
    return jnp.convolve(signal, bank.taps, mode=mode)[::stride]
