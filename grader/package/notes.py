"""Notes on the lines of a problem's shown solution: `solution.md`, and `solution.de.md` in another language.

Each note stands below a heading that quotes its line, without indentation, in the order of the lines::

    ## `total = jnp.sum(x)`

    One addition over all elements, in the order that XLA chooses.

Learners see them with the solution. They affect no verdict.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pydantic import BaseModel, ConfigDict

from grader.errors import PackageError

if TYPE_CHECKING:
    from pathlib import Path

NOTES: Final = "solution.md"
_HEADING: Final = re.compile(r"^## `(.+)`[ \t]*$", re.MULTILINE)
_ANY_HEADING: Final = re.compile(r"^## ", re.MULTILINE)


class LineNote(BaseModel):
    """A note on one line of the shown solution, counted from 1, as Markdown."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    line: int
    text: str


def parse_notes(text: str, solution: str, path: Path) -> list[LineNote]:
    """Return the notes in `text`, the content of `path`, on the lines of `solution`; raise `PackageError`."""
    lines = [line.strip() for line in solution.splitlines()]
    parts = _HEADING.split(text)
    begin, *bodies = parts[::2]
    if begin.strip() or any(_ANY_HEADING.search(body) for body in bodies):
        message = "a note isn't below a heading that quotes a line of the solution"
        raise PackageError(message, file=str(path), suggestion="begin each note with a heading such as ## `return x`")
    notes: list[LineNote] = []
    for quoted, body in zip(parts[1::2], bodies, strict=True):
        after = notes[-1].line if notes else 0
        if quoted not in lines[after:]:
            where = " below the line of the note before it" if quoted in lines else ""
            message = f"accepted/canonical.py has no line `{quoted}`{where}"
            advice = "quote whole lines without their indentation, in their order"
            raise PackageError(message, file=str(path), suggestion=advice)
        if not body.strip():
            raise PackageError(f"the note on `{quoted}` is empty", file=str(path), suggestion="write it, or remove it")
        notes.append(LineNote(line=lines.index(quoted, after) + 1, text=body.strip()))
    return notes


def parse_translated_notes(original: list[LineNote], solution: str, text: str, path: Path) -> list[str]:
    """Return the translations in `text` of the `original` notes, in their order; raise `PackageError`."""
    notes = parse_notes(text, solution, path)
    if [note.line for note in notes] != [note.line for note in original]:
        message = f"it explains other lines than {NOTES}"
        raise PackageError(message, file=str(path), suggestion="translate each note, below the same heading")
    return [note.text for note in notes]
