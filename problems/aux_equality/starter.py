import jax
import jax.numpy as jnp


class Options:
    def __init__(self, mode, stride):
        self.mode = mode
        self.stride = stride


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        # Each new Filter is traced again.
        # What does JAX compare here, and how?
        return (self.taps,), Options(**self.options)

    @classmethod
    def tree_unflatten(cls, aux, children):
        options = {"mode": aux.mode, "stride": aux.stride}
        return cls(children[0], options)


@jax.jit
def apply_filter(bank, signal):
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return out[:: bank.options["stride"]]
