"""Styled text, tables and padding for reports on a terminal, without the library rich.

It has as much of rich as reports need, for jaxdojo-client, which without rich is half of the size.

Texts are wrapped between words to the width of the terminal, and coloured where that is one. The names and arguments
are rich's, and the same report gives the same characters with both; `tests/unit/app/test_plain_rich.py` compares them.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import unicodedata
from typing import TYPE_CHECKING, Final, Literal, Self, TextIO

from app.kit.console import make_visible

if TYPE_CHECKING:
    from collections.abc import Iterable

CODES: Final = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
}
"""The number of each style's escape sequence."""
Piece = tuple[str, str]
"""A text and its styles, separated by blanks."""


class StyledText:
    """A text of which parts have styles."""

    def __init__(self, text: str = "", style: str = "") -> None:
        self.pieces: list[Piece] = [(text.expandtabs(8), style)]

    @classmethod
    def assemble(cls, *parts: str | Piece) -> Self:
        """Return a text of parts with and without styles."""
        made = cls()
        for part in parts:
            made.append(*((part,) if isinstance(part, str) else part))
        return made

    def append(self, text: str, style: str = "") -> Self:
        """Add a part at the end."""
        self.pieces.append((text.expandtabs(8), style))
        return self

    def append_text(self, other: StyledText) -> Self:
        """Add another text at the end."""
        self.pieces += other.pieces
        return self

    def __len__(self) -> int:
        """Return the number of characters."""
        return sum(len(text) for text, _ in self.pieces)

    def split(self) -> list[StyledText]:
        """Return the lines."""
        lines = [StyledText()]
        for text, style in self.pieces:
            first, *others = text.split("\n")
            lines[-1].append(first, style)
            lines += [StyledText(other, style) for other in others]
        return lines

    def cut(self, begin: int, end: int) -> StyledText:
        """Return the characters from `begin` up to `end`."""
        made, place = StyledText(), 0
        for text, style in self.pieces:
            made.append(text[max(0, begin - place) : max(0, end - place)], style)
            place += len(text)
        return made

    @property
    def plain(self) -> str:
        """The characters without styles."""
        return "".join(text for text, _ in self.pieces)

    def wrap(self, width: int) -> list[StyledText]:
        """Return lines of at most `width` columns; only longer words are broken."""
        return [part for line in self.split() for part in _wrap(line, width)]


class Padding:
    """A text or table with room around it: lines above, columns to the right, lines below, columns to the left."""

    def __init__(self, inner: StyledText | Table, room: tuple[int, int, int, int]) -> None:
        self.inner, self.room = inner, room

    def draw(self, width: int) -> list[StyledText]:
        """Return the lines."""
        above, right, below, left = self.room
        inner = _draw(self.inner, max(1, width - left - right))
        return (
            [StyledText()] * above
            + [StyledText(" " * left).append_text(line) for line in inner]
            + [StyledText()] * below
        )


class Table:
    """A grid of two columns, of which the second takes the room that the first leaves."""

    def __init__(self, gap: int) -> None:
        self.gap = gap
        self.rows: list[tuple[StyledText, StyledText]] = []

    @classmethod
    def grid(cls, padding: tuple[int, int]) -> Self:
        """Return an empty grid; `padding` is lines above and columns beside each cell."""
        return cls(padding[1])

    def add_column(self, ratio: int | None = None) -> None:
        """Take note of nothing: there are two columns."""

    def add_row(self, first: StyledText, second: StyledText) -> None:
        """Add a row."""
        self.rows.append((first, second))

    def draw(self, width: int) -> list[StyledText]:
        """Return the lines."""
        left = max((len(first) for first, _ in self.rows), default=0) + self.gap
        lines = []
        for first, second in self.rows:
            for number, line in enumerate(second.wrap(max(1, width - left))):
                head = first if number == 0 else StyledText()
                start = StyledText().append_text(head).append(" " * (left - len(head)))
                lines.append(start.append_text(line))
        return lines


class Console:
    """Where reports are printed: standard output, unless another file is given."""

    def __init__(self, file: TextIO | None = None, width: int | None = None, *, highlight: bool = False) -> None:  # noqa: ARG002 (as in rich, whose colours for numbers are not here)
        self.file = file or sys.stdout
        self.width = width or shutil.get_terminal_size().columns
        self.encoding = self.file.encoding or "utf-8"
        self._coloured = self.file.isatty() and not os.environ.get("NO_COLOR")

    def print(
        self,
        shown: StyledText | Padding | None = None,
        *,
        no_wrap: bool = False,
        overflow: Literal["ellipsis", "crop"] = "crop",
        soft_wrap: bool = False,
    ) -> None:
        """Print a text, or an empty line. With `soft_wrap` it is left to the terminal to wrap it."""
        if isinstance(shown, StyledText) and soft_wrap:
            lines = [shown]
        elif isinstance(shown, StyledText) and no_wrap:
            lines = [_shorten(shown, self.width, overflow)]
        else:
            lines = [StyledText()] if shown is None else _draw(shown, self.width)
        for line in lines:
            self.file.write(self._style(line) + "\n")
        self.file.flush()

    def rule(self, title: str) -> None:
        """Print a line with a title in its middle."""
        sign = "─" if self.encoding.lower().startswith("utf") else "-"
        room = max(0, self.width - len(title) - 2)
        self.file.write(f"{sign * (room // 2)} {title} {sign * (room - room // 2)}\n")

    def _style(self, line: StyledText) -> str:
        if not self._coloured:
            return make_visible(line.plain.rstrip())
        pieces = ((make_visible(text), codes) for text, codes in _encode(line.pieces))
        return "".join(f"\x1b[{codes}m{text}\x1b[0m" if codes else text for text, codes in pieces)


def _encode(pieces: Iterable[Piece]) -> Iterable[Piece]:
    for text, style in pieces:
        yield text, ";".join(CODES[word] for word in style.split()) if text else ""


def _draw(shown: StyledText | Table | Padding, width: int) -> list[StyledText]:
    return shown.wrap(width) if isinstance(shown, StyledText) else shown.draw(width)


def _shorten(line: StyledText, width: int, overflow: str) -> StyledText:
    if _measure(line.plain) <= width:
        return line
    room = width - (overflow == "ellipsis")
    end = _fit(line.plain, room)
    return line.cut(0, end).append("…" if overflow == "ellipsis" else "")


def _wrap(line: StyledText, width: int) -> list[StyledText]:
    lines, begin, column, plain = [], 0, 0, line.plain
    for word in re.finditer(r"\s*\S+\s*", plain):
        place, size, stop = word.start(), _measure(word[0].rstrip()), word.start() + len(word[0].rstrip())
        if column and column + size > width:
            lines.append(line.cut(begin, place))
            begin, column = place, 0
        while column == 0 and (fitting := _fit(plain[begin:stop], width)) < stop - begin:
            end = begin + max(1, fitting)
            lines.append(line.cut(begin, end))
            begin = end
        column = _measure(plain[begin : word.end()])
    return [*lines, line.cut(begin, len(line))] if begin < len(line) or not lines else lines


def _fit(text: str, width: int) -> int:
    """Return how many characters fit into so many columns."""
    columns = 0
    for number, letter in enumerate(text):
        columns += _measure(letter)
        if columns > width:
            return number
    return len(text)


def _measure(text: str) -> int:
    """Return the columns that a text takes: two for each wide character, none for those that combine."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )
