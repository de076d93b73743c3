"""Uses a dict with a hash of its sorted items as auxiliary data."""

import jax
import jax.numpy as jnp


class HashableDict(dict):
    """A dict that is never changed, so it may have a hash."""

    def __hash__(self):
        return hash(tuple(sorted(self.items())))


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = HashableDict(options)

    def tree_flatten(self):
        return [self.taps], self.options

    @classmethod
    def tree_unflatten(cls, aux, children):
        (taps,) = children
        return cls(taps, aux)


def _filter(bank, signal):
    full = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return full[:: bank.options["stride"]]


apply_filter = jax.jit(_filter)
