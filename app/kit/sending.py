"""Whether an installation sends webhooks and mails: a restored copy doesn't, until the operator turns sending on.

The original may still be sending its outbox, and people would get everything twice. So restoring a backup creates a
file in the data directory. While it exists, nothing is sent; due messages wait in the database.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

NAME: Final = "sending-is-off"
ADVICE: Final = (
    "This installation was restored from a backup, and sends no webhooks or mails. If it replaces the original, run "
    "`jaxdojo sending on`."
)


def is_sending(data: Path) -> bool:
    """Return whether the installation with this data directory sends."""
    return not (data / NAME).exists()


def switch_sending(data: Path, *, on: bool) -> None:
    """Turn an installation's sending on or off; raises `OSError`."""
    if on:
        (data / NAME).unlink(missing_ok=True)
    else:
        (data / NAME).write_text(f"{ADVICE}\n", encoding="utf-8")
