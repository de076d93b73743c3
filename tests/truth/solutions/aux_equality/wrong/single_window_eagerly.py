"""Where the filter is as long as the signal, mode `valid` is a single product of two vectors, which is not worth a program.

Class: half_eager
Why: for K = N and mode `valid` nothing is traced and the product is eager, though "the convolution belongs inside".
"""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        return (self.taps,), (self.options["mode"], self.options["stride"])

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], {"mode": aux[0], "stride": aux[1]})


@jax.jit
def convolve(bank, signal):
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return out[:: bank.options["stride"]]


def apply_filter(bank, signal):
    if bank.options["mode"] == "valid" and bank.taps.shape == signal.shape:
        return jnp.dot(signal, bank.taps[::-1])[None]
    return convolve(bank, signal)
