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
        mode, stride = aux
        return cls(children[0], {"mode": mode, "stride": stride})


@jax.jit
def touch(bank, signal):
    return bank.taps, signal


def apply_filter(bank, signal):
    touch(bank, signal)
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]
