"""The whole filter is static and compares its options only, so old taps are baked in as constants.
Class: key
Why: "`filter.taps` is a float32 array of shape `(K,)` and a leaf".
"""

import functools

import jax
import jax.numpy as jnp


class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def __eq__(self, other):
        return self.options == other.options and self.taps.shape == other.taps.shape

    def __hash__(self):
        return hash(tuple(sorted(self.options.items())))


jax.tree_util.register_pytree_node(
    Filter,
    lambda bank: ((bank.taps,), (bank.options["mode"], bank.options["stride"])),
    lambda aux, kids: Filter(kids[0], {"mode": aux[0], "stride": aux[1]}),
)


@functools.partial(jax.jit, static_argnums=0)
def apply_filter(bank, signal):
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return out[:: bank.options["stride"]]
