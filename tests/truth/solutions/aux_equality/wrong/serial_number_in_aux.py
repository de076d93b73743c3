"""Each instance gets a serial number, which flatten puts into the auxiliary data.
Class: retrace
Why: "a new instance with equal options: 0 traces".
"""

import itertools

import jax
import jax.numpy as jnp

serial = itertools.count()


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options, number=None):
        self.taps = taps
        self.options = options
        self.number = next(serial) if number is None else number

    def tree_flatten(self):
        return (self.taps,), (self.options["mode"], self.options["stride"], self.number)

    @classmethod
    def tree_unflatten(cls, aux, children):
        mode, stride, number = aux
        return cls(children[0], {"mode": mode, "stride": stride}, number)


@jax.jit
def apply_filter(bank, signal):
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return out[:: bank.options["stride"]]
