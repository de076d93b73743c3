"""Hints for learners: `hints.md`, and `hints.de.md` in another language. Each begins with a line `## Hint`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from grader.errors import PackageError
from grader.package.fences import find_fenced

if TYPE_CHECKING:
    from pathlib import Path

_TITLE: Final = re.compile(r"^# [^\n]*|<!--.*?-->", re.DOTALL | re.MULTILINE)
"""Matches a title or a comment: nobody misses one that stands before the first hint."""


def parse_hints(text: str, path: Path) -> list[str]:
    """Return the hints in `text`, the content of `path`; raise `PackageError` for text before them, or if it has none.

    A line `## …` in a fenced block of code is part of its hint, unless it is like the heading of the first hint.
    """
    before, *parts = _split(text)
    hints = [part.strip() for part in parts if part.strip()]
    advice = 'start each hint with a line "## Hint"'
    if not hints:
        raise PackageError("there is no hint", file=str(path), suggestion=advice)
    if _TITLE.sub("", before).strip():
        raise PackageError(
            "there is text before the first hint, which nobody would see", file=str(path), suggestion=advice
        )
    return hints


def _split(text: str) -> list[str]:
    """Return what stands before the first heading, and below each.

    A block that isn't closed hides no heading, nor does any block one like the first: its author forgot to close it.
    """
    lines, parts = text.split("\n"), [""]
    fenced = {at for block in find_fenced(lines) if block.closed for at in range(block.begin, block.end)}
    first = next((line for index, line in enumerate(lines) if line.startswith("## ") and index not in fenced), None)
    for index, line in enumerate(lines):
        if line.startswith("## ") and (index not in fenced or line == first):
            parts.append("")
        else:
            parts[-1] += f"{line}\n"
    return parts


def parse_translated_hints(count: int, text: str, path: Path) -> list[str]:
    """Return the translations in `text` of `count` hints; raise `PackageError` for another number of them."""
    hints = parse_hints(text, path)
    if len(hints) != count:
        message = f"it has {len(hints)} hints, and hints.md has {count}"
        raise PackageError(message, file=str(path), suggestion="translate each hint, in the same order")
    return hints
