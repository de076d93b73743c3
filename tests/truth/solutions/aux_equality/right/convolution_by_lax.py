import jax
import jax.numpy as jnp
from jax import lax


@jax.tree_util.register_pytree_node_class
class Filter:
    def __init__(self, taps, options):
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        return (self.taps,), frozenset(self.options.items())

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, dict(aux))


@jax.jit
def apply_filter(bank, signal):
    k, n = bank.taps.shape[0], signal.shape[0]
    low, high = {"valid": (0, 0), "full": (k - 1, k - 1), "same": (k // 2, k - 1 - k // 2)}[bank.options["mode"]]
    if bank.options["mode"] == "same":
        low = k - 1 - (k - 1) // 2
        high = k - 1 - low
    out = lax.conv_general_dilated(
        signal[None, None],
        bank.taps[::-1][None, None],
        window_strides=(bank.options["stride"],),
        padding=[(low, high)],
        precision=lax.Precision.HIGHEST,
    )
    return out[0, 0]
