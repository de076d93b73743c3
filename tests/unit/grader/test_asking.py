"""A frame's instructions show which object's attribute its code reads, in each version of Python."""

from __future__ import annotations

import builtins
import sys
from types import MethodType
from typing import TYPE_CHECKING, Any

import pytest

from grader.inside.asking import calls, reads

if TYPE_CHECKING:
    from collections.abc import Callable


class Asked:
    """Its attribute tells whether the frame that reads it is seen to read the attribute of `real`."""

    real: object

    def __call__(self) -> None:
        """Can serve as a method's function."""

    @property
    def tb_frame(self) -> bool:
        return reads(sys._getframe(1), "tb_frame", self.real)


class Holder:
    kept: Any


def plainly(one: Any, other: Any) -> Any:  # noqa: ANN401 - anything
    return one.tb_frame


def after_another(one: Any, other: Any) -> Any:  # noqa: ANN401 - anything
    return [other, one.tb_frame][1]


def in_a_loop(one: Any, other: Any) -> Any:  # noqa: ANN401 - anything
    found = None
    for each in (other, one):
        found = each.tb_frame if each is one else None
    return found


def by_name(one: Any, other: Any) -> Any:  # noqa: ANN401 - anything
    return getattr(one, "tb_frame", None)


def from_inside(one: Any, other: Any) -> Any:  # noqa: ANN401 - anything
    def read() -> Any:  # noqa: ANN401 - anything
        return one.tb_frame

    return read() if other is not read else None


WAYS = (plainly, after_another, in_a_loop, by_name, from_inside)


@pytest.mark.parametrize("read", WAYS, ids=lambda way: way.__name__)
def test_the_object_that_is_read_is_known(read: Callable[[Any, Any], object]) -> None:
    asked, other = Asked(), Asked()
    for _ in range(100):  # also after the interpreter has specialised the instructions
        asked.real = asked
        assert read(asked, other) is True
        for real in (other, None, read):
            asked.real = real
            assert read(asked, other) is False


def through(holder: Holder) -> Any:  # noqa: ANN401 - anything
    return holder.kept.tb_frame


def test_what_is_asked_of_an_attribute_is_not_the_variables_own() -> None:
    holder, asked = Holder(), Asked()
    holder.kept = asked
    for real in (asked, holder):
        asked.real = real
        assert through(holder) is False


def test_a_method_passes_on_what_its_function_is_asked() -> None:
    asked = Asked()
    asked.real = asked
    assert plainly(MethodType(asked, 1), None) is True
    asked.real = None
    assert plainly(MethodType(asked, 1), None) is False


class Called:
    """Its methods return whether the calling frame is seen to call `_getframe`."""

    def _getframe(self, _depth: object = 0, *_more: object) -> bool:
        return calls(sys._getframe(1), "_getframe")

    def other(self) -> bool:
        return calls(sys._getframe(1), "_getframe")


def test_a_call_is_of_what_the_code_names_there() -> None:
    found, depth, index = Called(), 3, type("Index", (), {"__add__": lambda self, _: self})()
    other = found._getframe
    right = [found._getframe(), found._getframe(1), found._getframe(depth), found._getframe(depth + 1)]
    converted = [found._getframe(index), found._getframe(index + 1)]
    others = [found.other(), other(), *map(found._getframe, [1])]  # `assert` would have other instructions
    assert all(right), right
    assert not any(converted), "it could be turned into a number by anything"
    assert not any(others), "something else is called, or something written in C calls it"


class Sized:
    """Its length tells whether the calling frame is seen to call `len`."""

    def __len__(self) -> int:
        return int(calls(sys._getframe(1), "len"))


def test_a_call_of_what_is_written_in_c_is_seen_however_often_it_is_made() -> None:
    sized = Sized()
    seen = [builtins.len(sized) for _ in range(200)]  # the interpreter replaces instructions with specialised ones
    others = [len([*map(builtins.len, [sized])]) and next(map(builtins.len, [sized])) for _ in range(200)]
    assert all(seen), seen
    assert not any(others), others
