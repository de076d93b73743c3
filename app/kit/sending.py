"""Whether an installation sends webhooks and mails: a restored copy doesn't, until it is told to.

The original still sends what is in the outbox, and its people would get everything twice. So restoring leaves a file in
the data directory, and while it is there nothing is sent; what is due waits in the database.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

NAME: Final = "sending-is-off"
ADVICE: Final = (
    "This installation was restored from a backup, and sends no webhooks or mails. If it takes the place of the "
    "original: `jaxdojo sending on`."
)


def is_sending(data: Path) -> bool:
    """Whether the installation of a data directory sends."""
    return not (data / NAME).exists()


def switch_sending(data: Path, *, on: bool) -> None:
    """Let an installation send, or not; raises `OSError`."""
    if on:
        (data / NAME).unlink(missing_ok=True)
    else:
        (data / NAME).write_text(f"{ADVICE}\n", encoding="utf-8")
