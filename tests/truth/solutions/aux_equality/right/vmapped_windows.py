"""The aux data is one tuple in alphabetical order; the convolution is a vmap of dots over windows of the padded signal."""

from operator import itemgetter

import jax
import jax.numpy as jnp

NAMES = ("mode", "stride")
read = itemgetter(*NAMES)


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        return (self.taps,), read(self.options)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, dict(zip(NAMES, aux, strict=True)))


def margins(mode: str, size: int) -> tuple[int, int]:
    if mode == "valid":
        return 0, 0
    if mode == "full":
        return size - 1, size - 1
    return size // 2, size - size // 2 - 1


@jax.jit
def apply_filter(bank: Filter, signal: jax.Array) -> jax.Array:
    mode, stride = read(bank.options)
    size = bank.taps.shape[0]
    padded = jnp.pad(signal, margins(mode, size))
    starts = jnp.arange(0, padded.shape[0] - size + 1, stride)
    flipped = bank.taps[::-1]

    def at(start):
        return jnp.vdot(jax.lax.dynamic_slice(padded, (start,), (size,)), flipped, precision="highest")

    return jax.vmap(at)(starts)
