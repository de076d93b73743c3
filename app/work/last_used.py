"""A file that stores the most recently used problem.

The service reads it at start-up before it opens the database, to warm the sandbox needed first while the rest of the
service is still being imported. If the file is missing or out of date, warming merely begins later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.bundle.contents import Bundle
from grader.errors import BundleError

if TYPE_CHECKING:
    from app.kit.settings import Settings

NAME: Final = "last-used"


def recall(settings: Settings) -> Bundle | None:
    """Return the bundle that was used last, or None if it is missing or unreadable."""
    try:
        digest = (settings.data / NAME).read_text(encoding="ascii")
        return Bundle.load(settings.bundles / digest) if digest.isalnum() else None
    except (OSError, UnicodeDecodeError, BundleError):
        return None


def remember(settings: Settings, digest: str) -> None:
    """Store the digest of the bundle used last; raises `OSError`."""
    scratch = settings.data / f".{NAME}"
    scratch.write_text(digest, encoding="ascii")
    scratch.replace(settings.data / NAME)
