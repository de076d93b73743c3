"""NumPy convolves, and the jitted function returns what it is given.
Class: decoy
Why: "and does so in a function made by `jax.jit`".
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
def finish(bank, out):
    return out + 0.0


def apply_filter(bank, signal):
    out = np.convolve(np.asarray(signal), np.asarray(bank.taps), bank.options["mode"])
    return finish(bank, jnp.asarray(out[:: bank.options["stride"]]))
