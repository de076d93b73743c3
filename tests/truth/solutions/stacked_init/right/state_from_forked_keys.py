"""Forks each stream into a row of keys, and returns the state that jax.vmap stacks."""

from collections.abc import Callable

import jax
from flax import nnx


class Builder:
    """Makes a layer from plain keys, and hands out its state."""

    def __init__(self, make: Callable[[int, nnx.Rngs], nnx.Module], width: int):
        self.make, self.width = make, width

    def __call__(self, keys: dict[str, jax.Array]) -> nnx.State:
        streams = nnx.Rngs(**keys)
        layer = self.make(self.width, streams)
        return nnx.state(layer)


def make_layers(make, width, depth, rngs):
    forked = {name: rngs[name].fork(split=depth) for name in rngs}
    keys = {name: stream.key[...] for name, stream in forked.items()}
    return jax.vmap(Builder(make, width))(keys)
