"""When the last backup was made: the time of a file in the data directory, which other tools can touch, too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

NAME: Final = "last-backup"


def note_backup(data: Path) -> None:
    """Note that a backup was made now; raises `OSError`."""
    (data / NAME).touch()


def find_last_backup(data: Path) -> float:
    """Return when the last backup was made, in seconds since 1970; 0 where none is known."""
    try:
        return (data / NAME).stat().st_mtime
    except OSError:
        return 0.0
