"""The round trip of an instance through flatten and unflatten, as the sandbox reports it."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pytest

from grader.inside.roundtrip import round_trip
from grader.inside.wire import ResultWriter
from grader.protocol import Array, Make

Children = tuple[tuple[Any, ...], Any]


class Box:
    """Keeps an array and a number."""

    def __init__(self, vec: object, scale: int) -> None:
        self.vec = vec
        self.scale = scale


class Honest(Box):
    """The array is a child."""

    def tree_flatten(self) -> Children:
        return (self.vec,), self.scale

    @classmethod
    def tree_unflatten(cls, scale: int, children: tuple[Any, ...]) -> Honest:
        return cls(children[0], scale)


class Converting(Honest):
    """Its array is made a JAX array whenever an instance is made."""

    def __init__(self, vec: object, scale: int) -> None:
        super().__init__(jnp.asarray(vec), scale)


class Whole(Box):
    """Nothing is a child."""

    def tree_flatten(self) -> Children:
        return (), self

    @classmethod
    def tree_unflatten(cls, box: Whole, _children: tuple[Any, ...]) -> Whole:
        return box


class Covered(Box):
    """A child that has no effect."""

    def tree_flatten(self) -> Children:
        return (self.vec,), (self.vec, self.scale)

    @classmethod
    def tree_unflatten(cls, kept: tuple[object, int], _children: tuple[Any, ...]) -> Covered:
        return cls(*kept)


for kind in (Honest, Converting, Whole, Covered):
    jax.tree_util.register_pytree_node_class(kind)


def tell(kind: type[Box], numbers: list[float], dtype: str = "float32") -> object:
    """Return what is reported as the error for an instance with these numbers."""
    vec = jnp.array(numbers, dtype)
    wanted = Make(kind.__name__, {"vec": Array(dtype, vec.shape, bytes(vec.nbytes)), "scale": 3})
    found = round_trip(wanted, kind(vec, 3), {}, ResultWriter())
    assert found is not None
    return found["error"]


@pytest.mark.parametrize("numbers", [[], [0.0], [-0.5], [1e20, -1.0], [float("inf")], [float("nan")]])
@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_honest_instances_survive(numbers: list[float], dtype: str) -> None:
    assert tell(Honest, numbers, dtype) is None
    assert tell(Converting, numbers, dtype) is None


@pytest.mark.parametrize("dtype", ["int32", "uint8", "bool"])
def test_so_do_those_with_whole_numbers(dtype: str) -> None:
    assert tell(Honest, [0, 1], dtype) is None


@pytest.mark.parametrize("kind", [Whole, Covered])
def test_an_array_that_is_no_child_is_found(kind: type[Box]) -> None:
    assert tell(kind, [1.0, 2.0]) == "JAX does not find the array 'vec' in it, which must be a child"
