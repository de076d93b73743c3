import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        taps = tuple(float(tap) for tap in self.taps)
        return (), (taps, self.options["mode"], self.options["stride"])

    @classmethod
    def tree_unflatten(cls, aux, _):
        taps, mode, stride = aux
        return cls(jnp.array(taps, jnp.float32), {"mode": mode, "stride": stride})


@jax.jit
def apply_filter(bank, signal):
    return jnp.convolve(signal, bank.taps, mode=bank.options["mode"])[:: bank.options["stride"]]
