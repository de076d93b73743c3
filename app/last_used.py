"""A note beside the data of the problem that somebody submitted to last.

A start reads it before there is a database, so that the sandbox which is wanted first is warmed while the rest of the
service is still being imported. Where it is missing or out of date, warming begins later, and that is all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.bundle import Bundle
from grader.errors import BundleError

if TYPE_CHECKING:
    from app.settings import Settings

NAME: Final = "last-used"


def recall(settings: Settings) -> Bundle | None:
    """Return the bundle that was noted, or None where there is none that can be read."""
    try:
        digest = (settings.data / NAME).read_text(encoding="ascii")
        return Bundle.load(settings.bundles / digest) if digest.isalnum() else None
    except (OSError, UnicodeDecodeError, BundleError):
        return None


def remember(settings: Settings, digest: str) -> None:
    """Leave the note; raises `OSError` where that can't be."""
    scratch = settings.data / f".{NAME}"
    scratch.write_text(digest, encoding="ascii")
    scratch.replace(settings.data / NAME)
