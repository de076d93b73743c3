"""Builds the windows of the signal eagerly, by indexing, and multiplies them in the jitted function."""

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
        return cls(children[0], {"mode": aux[0], "stride": aux[1]})


@jax.jit
def weigh(bank, windows):
    return windows @ bank.taps[::-1]


def apply_filter(bank, signal):
    k, n = bank.taps.shape[0], signal.shape[0]
    left = {"full": k - 1, "same": k - 1 - (k - 1) // 2, "valid": 0}[bank.options["mode"]]
    length = {"full": n + k - 1, "same": n, "valid": n - k + 1}[bank.options["mode"]]
    padded = jnp.pad(signal, (left, k - 1))
    starts = jnp.arange(0, length, bank.options["stride"])
    return weigh(bank, padded[starts[:, None] + jnp.arange(k)])
