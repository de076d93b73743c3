"""The constructor adds a key of its own to the options.
Class: structure
Why: "`filter.options` is a dict with two keys", and "both attributes must hold what was given".
"""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = {"normalised": False, **options}

    def tree_flatten(self):
        return (self.taps,), tuple(sorted(self.options.items()))

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], dict(aux))


@jax.jit
def apply_filter(bank, signal):
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return out[:: bank.options["stride"]]
