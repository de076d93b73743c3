"""Convolves with taps of largest size 1 in the jitted function, and scales the result outside.

Class: half_eager
Why: "All floating-point arithmetic runs in a function made by jax.jit", and here the last product is eager, so the result isn't what that returns.
"""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        return (self.taps,), tuple(sorted(self.options.items()))

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], dict(aux))


@jax.jit
def _filter(bank, signal):
    size = jnp.maximum(jnp.abs(bank.taps).max(), 1.0)
    out = jnp.convolve(signal, bank.taps / size, mode=bank.options["mode"])
    return out[:: bank.options["stride"]], size


def apply_filter(bank, signal):
    out, size = _filter(bank, signal)
    return out * size
