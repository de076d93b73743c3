"""NumPy convolves in a host callback; the compiled program only waits for it.
Class: host
Why: "returns jnp.convolve(...) and does so in a function made by `jax.jit`".
"""

import jax
import jax.numpy as jnp
import numpy as np


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
def apply_filter(bank, signal):
    mode, stride = bank.options["mode"], bank.options["stride"]

    def on_host(s, t):
        return np.convolve(np.asarray(s), np.asarray(t), mode)[::stride].astype(np.float32)

    k, n = bank.taps.shape[0], signal.shape[0]
    length = {"full": n + k - 1, "same": n, "valid": n - k + 1}[mode]
    shape = jax.ShapeDtypeStruct((-(-length // stride),), jnp.float32)
    return jax.pure_callback(on_host, shape, signal, bank.taps)
