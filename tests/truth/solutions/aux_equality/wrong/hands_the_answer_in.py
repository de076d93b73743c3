"""Computes the answer in NumPy, and hands it to a jitted function that returns it past a convolution for show.

Class: host
Why: breaches "nothing is computed in NumPy": the convolution in the jitted function is never chosen, and the result is np.convolve's.
"""

import jax
import jax.numpy as jnp
import numpy as np


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
def _run(bank, signal, scale, hint):
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]
    return jnp.where(scale > 1, out, hint)


def apply_filter(bank, signal):
    out = np.convolve(np.asarray(signal), np.asarray(bank.taps), mode=bank.options["mode"])
    hint = jnp.asarray(out[:: bank.options["stride"]], jnp.float32)
    return _run(bank, signal, jnp.float32(1), hint)
