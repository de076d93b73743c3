"""Convolves eagerly, and jits a function that does no more than take the stride.

Class: half_eager
Why: breaches "the convolution belongs inside": the jitted function with the right number of traces gets the finished convolution and slices it.
"""

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
        return cls(children[0], dict(zip(("mode", "stride"), aux, strict=True)))


@jax.jit
def _finish(bank, full):
    return full[:: bank.options["stride"]]


def _lengths(mode, n, k):
    start = {"full": 0, "same": (k - 1) // 2, "valid": k - 1}[mode]
    size = {"full": n + k - 1, "same": n, "valid": n - k + 1}[mode]
    return start, size


def apply_filter(bank, signal):
    n, k = signal.shape[0], bank.taps.shape[0]
    start, size = _lengths(bank.options["mode"], n, k)
    padded = jnp.pad(signal, (k - 1, k - 1))
    windows = jnp.stack([padded[i : i + n + k - 1] for i in range(k)])
    full = (bank.taps[::-1, None] * windows).sum(0)
    return _finish(bank, full[start : start + size])
