"""Makes the stride a second leaf, and slices eagerly so that it needn't be known in the trace.

Class: key
Why: breaches "both are static" and the table of traces: another stride is traced 0 times instead of once, and jax.tree.leaves finds the stride.
"""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        return (self.taps, self.options["stride"]), self.options["mode"]

    @classmethod
    def tree_unflatten(cls, aux, children):
        taps, stride = children
        return cls(taps, {"mode": aux, "stride": stride})


@jax.jit
def _convolve(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])


def apply_filter(bank, signal):
    return _convolve(bank, signal)[:: bank.options["stride"]]
