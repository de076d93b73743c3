"""Checksums of a bundle's compiled programs, to verify that they are those that publishing stored.

::

    <compile cache>/
        <digest>/           compiled programs, read by sandboxes
        <digest>.sha256     one line per program: its sha256, two spaces, its name

A damaged program could crash a submission or, worse, compute wrong results, and the learner would be blamed.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

CACHE_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,254}")
"""The valid names of a program's file."""


def write_sums(directory: Path) -> None:
    """Record the checksums of the files in `directory`."""
    _find_note(directory).write_text(_describe(directory), encoding="utf-8")


def move_with_sums(made: Path, directory: Path) -> None:
    """Rename the folder `made` to `directory`, which isn't there, and record its checksums.

    The checksums are written first, so a process that finds the folder also finds them and doesn't consider it
    damaged.
    """
    _find_note(directory).write_text(_describe(made), encoding="utf-8")
    made.rename(directory)
    drop_sums(made)


def drop_sums(directory: Path) -> None:
    """Delete the recorded checksums of `directory`."""
    _find_note(directory).unlink(missing_ok=True)


def is_whole(directory: Path) -> bool:
    """Return whether `directory` holds exactly the recorded files."""
    try:
        return _find_note(directory).read_text(encoding="utf-8") == _describe(directory)
    except (OSError, UnicodeDecodeError):
        return False


def _find_note(directory: Path) -> Path:
    return directory.with_name(f"{directory.name}.sha256")


def _describe(directory: Path) -> str:
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(directory.iterdir())]
    return "".join(lines)
