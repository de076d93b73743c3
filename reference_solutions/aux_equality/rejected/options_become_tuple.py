import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        options = self.options
        return (self.taps,), (options["mode"], options["stride"])

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], aux)


@jax.jit
def apply_filter(bank, signal):
    mode, stride = bank.options
    return jnp.convolve(signal, bank.taps, mode=mode)[::stride]
