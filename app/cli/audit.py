"""The command `jaxdojo audit`: what admins and instructors did."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.base import load_settings
from app.kit.console import say
from app.work.installation import open_installation

if TYPE_CHECKING:
    from app.domains.audit.schemas import LogEntry


def audit(
    since: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d", "%Y-%m-%dT%H:%M"], help="Only entries since this time, in UTC."),
    ] = None,
) -> None:
    """List what admins and instructors did, the newest last: when, who, from where, what, and to what."""
    settings = load_settings()

    async def run() -> list[LogEntry]:
        async with open_installation(settings) as services:
            return await services.audit.list_since(None if since is None else since.replace(tzinfo=UTC))

    for entry in asyncio.run(run()):
        when = f"{entry.at:%Y-%m-%d %H:%M:%S}"
        parts = [when, entry.actor, entry.network or "-", entry.action, entry.target, entry.line]
        say("  ".join(part for part in parts if part))
