"""Convolves in NumPy, and sends the result through a jitted function that convolves in vain.

Class: decoy
Why: "nothing is computed in NumPy", and here the numbers come from np.convolve, while the jitted convolution is thrown away.
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
        return (self.taps,), tuple(sorted(self.options.items()))

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], dict(aux))


@jax.jit
def _filter(bank, signal, hint):
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]
    return jnp.where(jnp.isnan(out), hint, hint)


def apply_filter(bank, signal):
    full = np.convolve(np.asarray(signal), np.asarray(bank.taps), mode=bank.options["mode"])
    return _filter(bank, signal, full[:: bank.options["stride"]].astype(np.float32))
