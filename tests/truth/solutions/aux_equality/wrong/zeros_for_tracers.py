"""The function gives zeros where it is traced, and the real numbers come from a second, eager run of it.
Class: sniffer
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


def work(bank, signal):
    if isinstance(signal, jax.core.Tracer):
        return jnp.zeros_like(signal)
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]


compiled = jax.jit(work)


def apply_filter(bank, signal):
    compiled(bank, signal)
    return work(bank, signal)
