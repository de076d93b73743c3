"""A subclass of dict with a hash over its items; it is the auxiliary data as it is."""

import jax
import jax.numpy as jnp


class Options(dict):
    def __hash__(self):
        return hash(frozenset(self.items()))


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = Options(options)

    def tree_flatten(self):
        return (self.taps,), self.options

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], aux)


@jax.jit
def apply_filter(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]
