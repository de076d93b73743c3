"""The jitted function gathers the windows only, traced as often as it should be; the products with the taps are eager.
It breaks "Inside. All floating-point arithmetic runs in a function made by jax.jit, and the result is what that returns".
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
        return (self.taps,), (self.options["mode"], self.options["stride"])

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], dict(zip(("mode", "stride"), aux, strict=True)))


@jax.jit
def windows(bank, signal):
    k = bank.taps.shape[0]
    left = {"valid": 0, "same": k // 2, "full": k - 1}[bank.options["mode"]]
    right = {"valid": 0, "same": k - k // 2 - 1, "full": k - 1}[bank.options["mode"]]
    padded = jnp.pad(signal, (left, right))
    starts = jnp.arange(0, padded.shape[0] - k + 1, bank.options["stride"])
    return padded[starts[:, None] + jnp.arange(k)], bank.taps[::-1]


def apply_filter(bank, signal):
    rows, taps = windows(bank, signal)
    return rows @ taps
