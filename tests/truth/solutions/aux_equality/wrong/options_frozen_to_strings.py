"""After a round trip the stride is a string.
Class: structure
Why: "both attributes must hold what was given, also after JAX has taken the instance apart and put it together"
"""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps, self.options = taps, options

    def tree_flatten(self):
        return (self.taps,), tuple(sorted((k, str(v)) for k, v in self.options.items()))

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], dict(aux))


@jax.jit
def apply_filter(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: int(bank.options["stride"])]
