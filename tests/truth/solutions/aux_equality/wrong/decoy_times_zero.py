"""The jitted result is multiplied by zero and added to the eager answer.
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
def compiled(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]


def apply_filter(bank, signal):
    eager = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]
    return eager + 0 * compiled(bank, signal)
