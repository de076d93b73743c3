"""The jitted function adds zero times the signal to what NumPy made.
Class: host
Why: "nothing is computed in NumPy or by a callback"
"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps, self.options = taps, options

    def tree_flatten(self):
        return (self.taps,), tuple(sorted(self.options.items()))

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], dict(aux))


@jax.jit
def finish(bank, signal, answer):
    real = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return (answer + 0 * real)[:: bank.options["stride"]]


def apply_filter(bank, signal):
    answer = np.convolve(np.asarray(signal), np.asarray(bank.taps), bank.options["mode"]).astype(np.float32)
    return finish(bank, signal, answer)
