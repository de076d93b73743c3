"""A file that stores which problem was used last.

A start reads it before there is a database, so that the sandbox needed first is warmed while the rest of the service is
still being imported. If it is missing or out of date, warming only begins later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.bundle.contents import Bundle
from grader.errors import BundleError

if TYPE_CHECKING:
    from app.kit.settings import Settings

NAME: Final = "last-used"


def recall(settings: Settings) -> Bundle | None:
    """Return the stored bundle, or None if there is none that can be read."""
    try:
        digest = (settings.data / NAME).read_text(encoding="ascii")
        return Bundle.load(settings.bundles / digest) if digest.isalnum() else None
    except (OSError, UnicodeDecodeError, BundleError):
        return None


def remember(settings: Settings, digest: str) -> None:
    """Store it; raises `OSError`."""
    scratch = settings.data / f".{NAME}"
    scratch.write_text(digest, encoding="ascii")
    scratch.replace(settings.data / NAME)
