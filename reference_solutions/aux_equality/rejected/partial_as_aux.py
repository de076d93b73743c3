import functools

import jax
import jax.numpy as jnp


class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options


jax.tree_util.register_pytree_node(
    Filter,
    lambda bank: ((bank.taps,), functools.partial(Filter, options=bank.options)),
    lambda aux, children: aux(*children),
)


@jax.jit
def apply_filter(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]
