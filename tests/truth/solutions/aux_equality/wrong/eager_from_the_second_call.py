"""The first call with given options is jitted and traced. All later ones add shifted signals eagerly.
Breaks: "does so in one function made by `jax.jit`", "the convolution belongs inside".
Class: half_eager
"""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        return (self.taps,), tuple(sorted(self.options.items()))

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], dict(aux))


@jax.jit
def _compiled(bank, signal):
    out = jnp.convolve(signal, bank.taps, mode=bank.options["mode"])
    return out[:: bank.options["stride"]]


seen = set()


def apply_filter(bank, signal):
    key = (bank.taps.shape, signal.shape, tuple(sorted(bank.options.items())))
    if key not in seen:
        seen.add(key)
        return _compiled(bank, signal)
    n, k = signal.size, bank.taps.size
    full = sum(jnp.pad(bank.taps[i] * signal, (i, k - 1 - i)) for i in range(k))
    start, length = {"full": (0, n + k - 1), "same": ((k - 1) // 2, n), "valid": (k - 1, n - k + 1)}[bank.options["mode"]]
    return full[start : start + length][:: bank.options["stride"]]
