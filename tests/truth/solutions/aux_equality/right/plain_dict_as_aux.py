"""Hands the dict itself over as auxiliary data, which compares by keys and values."""

import jax
import jax.numpy as jnp


class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options


jax.tree_util.register_pytree_node(
    Filter,
    lambda f: ((f.taps,), f.options),
    lambda options, children: Filter(children[0], options),
)


@jax.jit
def apply_filter(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]
