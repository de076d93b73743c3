import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = dict(options)

    def tree_flatten(self):
        mode, stride = self.options["mode"], self.options["stride"]
        return (self.taps,), f"{mode}:{stride}"

    @classmethod
    def tree_unflatten(cls, aux, children):
        mode, stride = aux.split(":")
        return cls(children[0], {"mode": mode, "stride": int(stride)})

    @jax.jit
    def __call__(self, signal):
        out = jnp.convolve(signal, self.taps, mode=self.options["mode"])
        return out[:: self.options["stride"]]


def apply_filter(bank, signal):
    return bank(signal)
