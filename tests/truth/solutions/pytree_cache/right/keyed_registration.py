"""Registered with keys, by a class decorator; unflattening goes around `__init__`, which checks its arguments."""

import operator
from typing import Any, Iterable

import jax
import jax.numpy as jnp
from jax.tree_util import GetAttrKey


@jax.tree_util.register_pytree_with_keys_class
class ConfigBox:
    __slots__ = ("vec", "scale")

    def __init__(self, vec: jax.Array, scale: int) -> None:
        if vec.ndim != 1:
            raise ValueError("vec has one axis")
        self.vec = vec
        self.scale = operator.index(scale)

    def tree_flatten_with_keys(self) -> tuple[Any, tuple[int]]:
        return ((GetAttrKey("vec"), self.vec),), (self.scale,)

    @classmethod
    def tree_unflatten(cls, aux: tuple[int], children: Iterable[Any]) -> "ConfigBox":
        box = object.__new__(cls)
        (box.vec,) = children
        (box.scale,) = aux
        return box


def _scan(box: ConfigBox, init: jax.Array, xs: jax.Array) -> tuple[jax.Array, jax.Array]:
    ones = jnp.ones(box.scale)

    def step(state: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array]:
        state = (box.vec + state + ones) * x
        return state, state

    return jax.lax.scan(step, init, xs)


_compiled = jax.jit(_scan)


def run_scan(box: ConfigBox, init: jax.Array, xs: jax.Array) -> tuple[jax.Array, jax.Array]:
    return _compiled(box, init, xs)
