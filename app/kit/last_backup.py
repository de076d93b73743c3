"""The time of the last backup, stored as the modification time of a file that other backup tools can touch, too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

NAME: Final = "last-backup"


def note_backup(data: Path) -> None:
    """Record that a backup was made now; raises `OSError`."""
    (data / NAME).touch()


def find_last_backup(data: Path) -> float:
    """Return the time of the last backup, in seconds since 1970; 0 if none is known."""
    try:
        return (data / NAME).stat().st_mtime
    except OSError:
        return 0.0
