"""A dataclass, registered with keys, whose sorted items are the auxiliary data; `apply_filter` is the jitted function itself."""

import dataclasses
import operator
from typing import Any

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_with_keys_class
@dataclasses.dataclass(eq=False)
class Filter:
    taps: Any
    options: dict[str, Any]

    def tree_flatten_with_keys(self):
        aux = tuple(sorted(self.options.items(), key=operator.itemgetter(0)))
        return [(jax.tree_util.GetAttrKey("taps"), self.taps)], aux

    def tree_flatten(self):
        children, aux = self.tree_flatten_with_keys()
        return [child for _, child in children], aux

    @classmethod
    def tree_unflatten(cls, aux, children):
        (taps,) = children
        return cls(taps, dict(aux))


@jax.jit
def apply_filter(bank: Filter, signal: jax.Array) -> jax.Array:
    match bank.options:
        case {"mode": mode, "stride": stride}:
            return jnp.convolve(signal, bank.taps, mode=mode)[::stride]
