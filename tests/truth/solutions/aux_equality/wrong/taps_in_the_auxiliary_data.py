"""The taps are kept as a tuple of floats in the auxiliary data, so new numbers are traced.
Class: retrace
Why: "`filter.taps` is a float32 array of shape `(K,)` and a leaf".
"""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        taps = tuple(float(t) for t in self.taps)
        return (), (taps, self.options["mode"], self.options["stride"])

    @classmethod
    def tree_unflatten(cls, aux, children):
        taps, mode, stride = aux
        return cls(jnp.array(taps, jnp.float32), {"mode": mode, "stride": stride})


@jax.jit
def apply_filter(bank, signal):
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return out[:: bank.options["stride"]]
