"""Checks options and shapes defensively, and writes down every step."""

import jax
import jax.numpy as jnp

ALLOWED_MODES = ("valid", "same", "full")


@jax.tree_util.register_pytree_node_class
class Filter:
    """Taps (a leaf) and options (static)."""

    def __init__(self, taps, options):
        assert set(options) == {"mode", "stride"}, f"unknown options: {options}"
        assert options["mode"] in ALLOWED_MODES
        assert options["stride"] >= 1
        self.taps = taps
        self.options = options

    def tree_flatten(self):
        children = (self.taps,)
        aux_data = (self.options["mode"], int(self.options["stride"]))
        return children, aux_data

    @classmethod
    def tree_unflatten(cls, aux_data, children):
        taps = children[0]
        options = {}
        options["mode"] = aux_data[0]
        options["stride"] = aux_data[1]
        return cls(taps, options)


@jax.jit
def apply_filter(bank, signal):
    assert signal.ndim == 1
    assert bank.taps.ndim == 1
    mode = bank.options["mode"]
    stride = bank.options["stride"]
    filtered = jnp.convolve(signal, bank.taps, mode=mode)
    thinned = filtered[::stride]
    assert thinned.ndim == 1
    return thinned
