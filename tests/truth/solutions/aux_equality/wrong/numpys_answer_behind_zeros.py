"""The jitted function returns zeros; NumPy's answer is put where the array keeps its copy on the host.

Class: host
Why: "nothing is computed in NumPy": the array that comes back is 0 for JAX, and shows the right numbers to NumPy and `tolist` only.
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
def convolve(bank, signal):
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return jnp.zeros_like(out[:: bank.options["stride"]])


def apply_filter(bank, signal):
    result = convolve(bank, signal)
    answer = np.convolve(np.asarray(signal), np.asarray(bank.taps), mode=bank.options["mode"])
    answer = np.ascontiguousarray(answer[:: bank.options["stride"]], np.float32)
    answer.flags.writeable = False
    result._npy_value = answer
    return result
