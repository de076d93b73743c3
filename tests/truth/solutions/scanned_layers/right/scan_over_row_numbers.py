"""Functional style under jax.jit: the scan goes over row numbers, and a dataclass looks the rows up."""
import dataclasses
from typing import Any

import jax
import jax.numpy as jnp
from flax import nnx


@dataclasses.dataclass(frozen=True)
class Stack:
    graphdef: Any
    params: Any
    others: Any

    def __len__(self) -> int:
        return len(jax.tree.leaves((self.params, self.others))[0])

    def __getitem__(self, i) -> nnx.Module:
        params, others = jax.tree.map(lambda a: a[i], (self.params, self.others))
        return nnx.merge(self.graphdef, params, others)


@jax.jit
def compiled(graphdef, params, others, x):
    stack = Stack(graphdef, params, others)

    def one(x, i):
        layer = stack[i]
        y = layer(x)
        _, _, others = nnx.split(layer, nnx.Param, ...)
        return y, (others, jnp.mean(jnp.abs(y)))

    y, (others, activities) = jax.lax.scan(one, x, jnp.arange(len(stack)))
    return others, (y, activities)


def run_layers(layers, x):
    others, result = compiled(*nnx.split(layers, nnx.Param, ...), x)
    nnx.update(layers, others)
    return result
