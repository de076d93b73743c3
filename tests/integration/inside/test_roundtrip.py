"""The round trip of an instance through flatten and unflatten, as the sandbox reports it."""

from __future__ import annotations

import types
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


class Wrapping(Honest):
    """Keeps its number in a type that can't be sent."""

    def __init__(self, vec: object, scale: int) -> None:
        super().__init__(vec, scale)
        self.scale: Any = types.MappingProxyType({"scale": scale})

    @classmethod
    def tree_unflatten(cls, scale: Any, children: tuple[Any, ...]) -> Wrapping:  # noqa: ANN401 - what it keeps
        return cls(children[0], scale["scale"])


class Restoring(Wrapping):
    """Keeps its number as `Wrapping` does, and as it is once it comes back."""

    def tree_flatten(self) -> Children:
        return (self.vec,), self.scale if isinstance(self.scale, int) else self.scale["scale"]

    @classmethod
    def tree_unflatten(cls, scale: int, children: tuple[Any, ...]) -> Restoring:
        again: Restoring = object.__new__(cls)
        again.vec, again.scale = children[0], scale
        return again


class Emptying(Honest):
    """Changes its number while it is flattened."""

    def tree_flatten(self) -> Children:
        scale, self.scale = self.scale, 0
        return (self.vec,), scale


class Doubling(Honest):
    """Keeps another number than it is given, which survives."""

    def __init__(self, vec: object, scale: int) -> None:
        super().__init__(vec, 2 * scale)

    @classmethod
    def tree_unflatten(cls, scale: int, children: tuple[Any, ...]) -> Doubling:
        return cls(children[0], scale // 2)


class Forgetful(Honest):
    """Loses its number."""

    @classmethod
    def tree_unflatten(cls, scale: int, children: tuple[Any, ...]) -> Forgetful:
        return cls(children[0], 0 * scale)


for kind in (Honest, Converting, Whole, Covered, Wrapping, Restoring, Emptying, Doubling, Forgetful):
    jax.tree_util.register_pytree_node_class(kind)


def run(kind: type[Box], numbers: list[float], dtype: str = "float32") -> dict[str, object]:
    """Return what is reported for an instance with these numbers."""
    vec = jnp.array(numbers, dtype)
    wanted = Make(kind.__name__, {"vec": Array(dtype, vec.shape, bytes(vec.nbytes)), "scale": 3})
    found = round_trip(wanted, kind(vec, 3), {}, ResultWriter())
    assert found is not None
    return found


def tell(kind: type[Box], numbers: list[float], dtype: str = "float32") -> object:
    """Return what is reported as the error for an instance with these numbers."""
    return run(kind, numbers, dtype)["error"]


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


def test_an_attribute_that_cannot_be_sent_is_named_with_its_type() -> None:
    assert tell(Wrapping, [1.0]) == "its 'scale' is of type mappingproxy"


@pytest.mark.parametrize(
    ("kind", "kept"),
    [
        (Honest, ["vec", "scale"]),
        (Doubling, ["vec", "scale"]),
        (Emptying, ["vec", "scale"]),
        (Forgetful, ["vec"]),
        (Restoring, ["vec"]),
    ],
)
def test_the_fields_that_survive_are_named(kind: type[Box], kept: list[str]) -> None:
    found = run(kind, [1.0, float("nan")])
    assert (found["error"], found["kept"]) == (None, kept)
