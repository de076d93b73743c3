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
        return cls(children[0], dict(mode=aux[0], stride=aux[1]))


def _convolve(signal, taps, *, mode, stride=1):
    return jnp.convolve(signal, taps, mode=mode)[::stride]


_compiled = jax.jit(_convolve, static_argnames=("mode", "stride"))


def apply_filter(bank, signal):
    return _compiled(signal, bank.taps, **bank.options)
