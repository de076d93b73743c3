"""The products are summed eagerly.
Class: half_eager
Why: "the convolution belongs inside"
"""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps, self.options = taps, options

    def tree_flatten(self):
        return (self.taps,), tuple(sorted(self.options.items()))

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], dict(aux))


@jax.jit
def pieces(bank, signal):
    k = bank.taps.shape[0]
    eye = jnp.eye(k)
    return jax.vmap(lambda e: jnp.convolve(signal, e * bank.taps, mode=bank.options["mode"]))(eye)


def apply_filter(bank, signal):
    return pieces(bank, signal).sum(0)[:: bank.options["stride"]]
