"""Uses a frozenset of the dict's items, which has no order."""

import jax
import jax.numpy as jnp
from jax.tree_util import register_pytree_node


class Filter:
    def __init__(self, taps, options):
        self.taps, self.options = taps, options


def flatten(bank):
    return (bank.taps,), frozenset(bank.options.items())


def unflatten(items, leaves):
    return Filter(leaves[0], dict(items))


register_pytree_node(Filter, flatten, unflatten)


@jax.jit
def apply_filter(bank, signal):
    options = bank.options
    return jnp.convolve(signal, bank.taps, mode=options["mode"])[:: options["stride"]]
