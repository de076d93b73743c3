"""What counts as a change of an argument: its arrays and its fields, and no cache that its class fills."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
import pytest

from grader.inside.inputs import find_change, remember
from grader.protocol import Array, Make

ASKED = Make("Filter", {"taps": Array("float32", (2,), bytes(8)), "options": {"mode": "same"}})


class Filter:
    """Keeps two fields, and remembers more once it is asked."""

    def __init__(self) -> None:
        self.taps = np.zeros(2, np.float32)
        self.options: Any = {"mode": "same"}
        self.other = np.zeros(2, np.float32)
        self.key: int | None = None
        self.memo: dict[str, int] = {}
        self.seen: list[int] = []

    @functools.cached_property
    def hash(self) -> int:
        """A hash that is computed when it is first asked for."""
        return 7

    def remember(self) -> None:
        """Fill the caches."""
        self.key, self.memo["key"] = self.hash, self.hash
        self.seen.append(self.hash)


class Row(NamedTuple):
    """Keeps the fields as a tuple."""

    taps: Any
    options: Any


class Table(dict[str, Any]):
    """Keeps the fields as a dict."""

    @property
    def options(self) -> Any:  # noqa: ANN401 - the field
        """A field."""
        return self["options"]


class Private:
    """Keeps the fields in private attributes, and its hash once it is known."""

    def __init__(self, taps: object, options: object) -> None:
        self._taps, self._options = taps, options
        self.hash: int | None = None

    @property
    def options(self) -> Any:  # noqa: ANN401 - the field
        """A field."""
        return self._options


class Wrapped(Private):
    """Keeps the fields in an attribute of another name."""

    def __init__(self, taps: object, options: object) -> None:
        self.kept = Row(taps, options)

    @property
    def options(self) -> Any:  # noqa: ANN401 - the field
        """A field."""
        return self.kept.options


def change_field(one: Filter) -> None:
    one.options["mode"] = "full"


def replace_field(one: Filter) -> None:
    one.options = None


def change_array(one: Filter) -> None:
    one.taps += 1


def change_other_array(one: Filter) -> None:
    one.other += 1


@pytest.mark.parametrize("change", [change_field, replace_field, change_array, change_other_array])
def test_a_changed_field_or_array_of_an_instance_is_found(change: Any) -> None:  # noqa: ANN401 - one of the functions above
    one = Filter()
    before = remember(one, ASKED)
    change(one)
    assert find_change(before, one) == "changed"


@pytest.mark.parametrize("kind", [Row, Table, Private, Wrapped])
def test_so_is_one_that_is_kept_in_another_way(kind: Any) -> None:  # noqa: ANN401 - one of the classes above
    one = kind(taps=np.zeros(2, np.float32), options={"mode": "same"})
    before = remember(one, ASKED)
    assert find_change(before, one) is None
    one.options["mode"] = "full"
    assert find_change(before, one) == "changed"


def test_a_cache_beside_private_fields_is_no_change() -> None:
    one = Private(np.zeros(2, np.float32), {"mode": "same"})
    before = remember(one, ASKED)
    one.hash = 7
    assert find_change(before, one) is None


def test_a_cache_that_an_instance_fills_is_no_change() -> None:
    one = Filter()
    before = remember(one, ASKED)
    one.remember()
    assert find_change(before, one) is None
    before = remember(one, ASKED)
    one.remember()
    assert find_change(before, one) is None


def test_of_other_arguments_all_parts_count() -> None:
    given: Any = {"x": [1, None]}
    before = remember(given)
    given["x"][1] = 2
    assert find_change(before, given) == "changed"
