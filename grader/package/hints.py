"""Hints for learners: `hints.md`, and `hints.de.md` in another language. Each begins with a line `## Hint`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from grader.errors import PackageError

if TYPE_CHECKING:
    from pathlib import Path

_FENCE: Final = re.compile(r" {0,3}(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)")


def parse_hints(text: str, path: Path) -> list[str]:
    """Return the hints in `text`, the content of `path`; raise `PackageError` for text before them, or if it has none.

    A line `## …` in a fenced block of code is part of its hint.
    """
    before, *parts = _split(text)
    hints = [part.strip() for part in parts if part.strip()]
    advice = 'start each hint with a line "## Hint"'
    if not hints:
        raise PackageError("there is no hint", file=str(path), suggestion=advice)
    if before.strip():
        raise PackageError(
            "there is text before the first hint, which nobody would see", file=str(path), suggestion=advice
        )
    return hints


def _split(text: str) -> list[str]:
    """Return what stands before the first heading, and below each."""
    parts, fence = [""], ""
    for line in text.split("\n"):
        found = _FENCE.fullmatch(line)
        if not fence:
            fence = "" if found is None else found["fence"]
        elif found is not None and found["fence"].startswith(fence) and not found["info"].strip():
            fence = ""
        if not fence and line.startswith("## "):
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
