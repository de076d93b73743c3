"""Passes the mode and the stride to an inner jitted function as static arguments."""

import functools

import jax
import jax.numpy as jnp


class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options


jax.tree_util.register_pytree_node(
    Filter,
    lambda bank: ((bank.taps,), (("mode", bank.options["mode"]), ("stride", bank.options["stride"]))),
    lambda aux, kids: Filter(kids[0], dict(aux)),
)


@functools.partial(jax.jit, static_argnames=("mode", "stride"))
def convolve_and_thin(signal, taps, *, mode, stride):
    return jnp.convolve(signal, taps, mode=mode)[::stride]


def apply_filter(bank, signal):
    return convolve_and_thin(signal, bank.taps, **bank.options)
