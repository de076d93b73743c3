"""The command `jaxdojo audit`: what admins and instructors did.

It imports what it needs when it runs, so that `--help` is quick.
"""

# ruff: noqa: PLC0415 (the imports inside the command, for the reason above)

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli_base import load_settings
from app.console import say

if TYPE_CHECKING:
    from app.audit.schemas import Entry


def audit(
    since: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d", "%Y-%m-%dT%H:%M"], help="Done since then, in UTC.")
    ] = None,
) -> None:
    """List what admins and instructors did, the newest last: when, who, from where, what, on what."""
    from app.installation import open_installation

    settings = load_settings()

    async def run() -> list[Entry]:
        async with open_installation(settings) as services:
            return await services.audit.list_since(None if since is None else since.replace(tzinfo=UTC))

    for entry in asyncio.run(run()):
        when = f"{entry.at:%Y-%m-%d %H:%M:%S}"
        parts = [when, entry.actor, entry.network or "-", entry.action, entry.target, entry.line]
        say("  ".join(part for part in parts if part))
