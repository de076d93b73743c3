"""Hints for learners: `hints.md`, and `hints.de.md` in another language. Each begins with a line `## Hint`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.errors import PackageError

if TYPE_CHECKING:
    from pathlib import Path


def parse_hints(text: str, path: Path) -> list[str]:
    """Return the hints in `text`, the content of `path`; raise `PackageError` if there is none."""
    parts = re.split(r"^## .*$", text, flags=re.MULTILINE)
    hints = [part.strip() for part in parts[1:] if part.strip()]
    if not hints:
        raise PackageError("there is no hint", file=str(path), suggestion='start each hint with a line "## Hint"')
    return hints


def parse_translated_hints(count: int, text: str, path: Path) -> list[str]:
    """Return the translations in `text` of `count` hints; raise `PackageError` for another number of them."""
    hints = parse_hints(text, path)
    if len(hints) != count:
        message = f"it has {len(hints)} hints, and hints.md has {count}"
        raise PackageError(message, file=str(path), suggestion="translate each hint, in the same order")
    return hints
