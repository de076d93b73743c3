"""Makes the starter's Options a frozen dataclass, which compares its fields."""

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
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return out[:: bank.options["stride"]]
