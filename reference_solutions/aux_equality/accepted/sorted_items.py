"""The sorted items of the dict, whatever its keys are."""

import jax
import jax.numpy as jnp


class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options


jax.tree_util.register_pytree_node(
    Filter,
    lambda bank: ([bank.taps], tuple(sorted(bank.options.items()))),
    lambda aux, children: Filter(*children, dict(aux)),
)


def convolve(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]


apply_filter = jax.jit(convolve)
