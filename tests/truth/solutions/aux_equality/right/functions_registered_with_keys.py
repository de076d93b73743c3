import jax
import jax.numpy as jnp
from jax.tree_util import GetAttrKey, register_pytree_with_keys


class Filter:
    def __init__(self, taps, options):
        self.taps, self.options = taps, options


def _flatten(f):
    return [(GetAttrKey("taps"), f.taps)], tuple(sorted(f.options.items()))


def _unflatten(aux, leaves):
    (taps,) = leaves
    return Filter(taps, dict(aux))


register_pytree_with_keys(Filter, _flatten, _unflatten)


def _apply(bank, signal):
    o = bank.options
    return jnp.convolve(signal, bank.taps, mode=o["mode"])[:: o["stride"]]


apply_filter = jax.jit(_apply)
