"""A jitted function is traced as often as asked and its result is thrown away; the answer is eager.
Class: decoy
Why: "and does so in a function made by `jax.jit`".
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
def prepare(bank, signal):
    return bank.taps.sum() + signal.sum()


def apply_filter(bank, signal):
    prepare(bank, signal)
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return out[:: bank.options["stride"]]
