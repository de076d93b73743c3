"""Registers with keys and keeps a NamedTuple as auxiliary data."""

from typing import NamedTuple

import jax
import jax.numpy as jnp


class Spec(NamedTuple):
    mode: str
    stride: int


@jax.tree_util.register_pytree_with_keys_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def __repr__(self):
        return f"Filter({self.taps!r}, {self.options!r})"

    def tree_flatten_with_keys(self):
        spec = Spec(mode=self.options["mode"], stride=self.options["stride"])
        return ((jax.tree_util.GetAttrKey("taps"), self.taps),), spec

    @classmethod
    def tree_unflatten(cls, spec, children):
        return cls(taps=children[0], options=spec._asdict())


@jax.jit
def apply_filter(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]
