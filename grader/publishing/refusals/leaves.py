"""Leaves of values: the parts that remain when lists, tuples, dicts and made instances are taken apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.protocol import Build, Make

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.protocol import Value


def leaves_of(value: Value) -> Iterator[Value]:
    """Yield the arrays, numbers, texts, flags, None and functions in a value, in order."""
    match value:
        case list() | tuple():
            parts = list(value)
        case dict():
            parts = list(value.values())
        case Make() | Build():
            parts = list(value.fields.values())
        case _:
            yield value
            return
    for part in parts:
        yield from leaves_of(part)
