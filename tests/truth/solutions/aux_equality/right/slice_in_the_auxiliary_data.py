"""The auxiliary data is a pair of the mode and the slice that thins, since slices have a hash in Python 3.12 and later."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_with_keys_class
class Filter:
    taps: Any
    options: dict[str, Any]

    def __init__(self, taps, options):
        self.taps, self.options = taps, options

    def tree_flatten_with_keys(self):
        match self.options:
            case {"mode": mode, "stride": stride}:
                return [(jax.tree_util.GetAttrKey("taps"), self.taps)], (mode, slice(None, None, stride))
        raise KeyError("a filter has a mode and a stride")

    @classmethod
    def tree_unflatten(cls, aux, children) -> Filter:
        (taps,), (mode, thin) = children, aux
        return cls(taps, {"mode": mode, "stride": thin.step})

    def aux(self):
        return self.tree_flatten_with_keys()[1]


@jax.jit
def apply_filter(bank: Filter, signal):
    mode, thin = bank.aux()
    out = jnp.convolve(signal, bank.taps, mode=mode)
    return out[thin]
