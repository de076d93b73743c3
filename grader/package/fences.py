"""Finds the fenced blocks of code in a text in Markdown, as pages draw them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

_MARKERS: Final = re.compile(r"(?:[ \t>]|(?:[*+-]|[0-9]{1,9}[.)])[ \t])*")
_OPENING: Final = re.compile(rf"(?P<markers>{_MARKERS.pattern})" r"(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)")
_CLOSING: Final = re.compile(r" {0,3}(?P<fence>`{3,}|~{3,})[ \t]*")
_NESTED_CLOSING: Final = re.compile(r"[ \t>]*(?P<fence>`{3,}|~{3,})[ \t]*")
_INSIDE: Final = re.compile(r"[ \t>]*")
MOST: Final = 3
"""The most spaces before a fence; a line with more is code that is marked by its indentation."""


@dataclass(frozen=True)
class Fenced:
    """A block whose fences are the lines `begin` and `end`, counted from 0."""

    begin: int
    end: int
    info: str
    """The words behind the opening fence."""
    indent: int
    """The number of spaces before it."""
    nested: bool
    """Whether the fence stands behind a marker of a list or a quotation, or is indented as what belongs to one."""
    closed: bool
    """Whether there is a closing fence; without one, a block goes on to the end of the text, or of what it is in."""


@dataclass(frozen=True)
class _Opening:
    begin: int
    fence: str
    info: str
    indent: int
    within: int
    """The least indentation, with the markers of quotations, of the lines of what it is in; 0 if it is in nothing."""

    def is_closed_by(self, line: str) -> bool:
        closing = (_NESTED_CLOSING if self.within else _CLOSING).fullmatch(line)
        return closing is not None and closing["fence"].startswith(self.fence)

    def close(self, end: int, *, closed: bool) -> Fenced:
        return Fenced(self.begin, end, self.info, self.indent, self.within > 0, closed)


def find_fenced(lines: Sequence[str]) -> list[Fenced]:
    """Return the fenced blocks of a text with these lines, in order.

    Each line is looked at once: a regular expression for whole blocks would read the rest of the text for each opening
    fence, and strangers write texts.
    """
    found: list[Fenced] = []
    opening: _Opening | None = None
    item = 0  # The indentation of what belongs to the last list item or callout.
    for index, line in enumerate(lines):
        if opening is not None and line.strip() and _measure(_INSIDE, line) < opening.within:
            found.append(opening.close(index - 1, closed=False))
            opening = None
        if opening is None:
            opening = _open(index, line, item)
            if line.startswith("!!! "):
                item = 4
            elif line.strip() and (deep := _measure(_MARKERS, line)) != _measure(_INSIDE, line):
                item = deep
            elif line.strip() and not deep:
                item = 0
        elif opening.is_closed_by(line):
            found.append(opening.close(index, closed=True))
            opening = None
    return found if opening is None else [*found, opening.close(len(lines), closed=False)]


def _open(index: int, line: str, item: int) -> _Opening | None:
    """Return the block that a line begins; `item` is the indentation of what belongs to the list item before it."""
    match = _OPENING.fullmatch(line)
    if match is None:
        return None
    markers = match["markers"].expandtabs(4)
    outer = markers.rstrip(" ")
    indent = len(markers) - len(outer)
    if outer:
        within = len(outer) if outer.endswith(">") else len(outer) + 1
        return _Opening(index, match["fence"], match["info"], indent, within) if indent <= MOST + 1 else None
    if indent > (item + MOST if item else MOST):
        return None
    return _Opening(index, match["fence"], match["info"], indent, item if indent > MOST else 0)


def _measure(pattern: re.Pattern[str], line: str) -> int:
    found = pattern.match(line)
    return len(found[0].expandtabs(4)) if found is not None else 0
