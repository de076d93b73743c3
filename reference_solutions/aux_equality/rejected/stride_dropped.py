import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        return (self.taps,), self.options["mode"]

    @classmethod
    def tree_unflatten(cls, mode, children):
        return cls(children[0], {"mode": mode, "stride": 1})


@jax.jit
def convolve(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])


def apply_filter(bank, signal):
    return convolve(bank, signal)[:: bank.options["stride"]]
