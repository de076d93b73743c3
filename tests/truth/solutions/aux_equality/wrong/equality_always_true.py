"""`__eq__` forgets both fields.
Class: key
Why: "another mode | 1"
"""

import jax
import jax.numpy as jnp


class Options:
    def __init__(self, options):
        self.options = dict(options)

    def __eq__(self, other):
        return isinstance(other, Options)

    def __hash__(self):
        return 0


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps, self.options = taps, options

    def tree_flatten(self):
        return (self.taps,), Options(self.options)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], dict(aux.options))


@jax.jit
def apply_filter(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]
