"""The commands `jaxdojo keys ...`: the keys that encrypt secrets in the database.

Each imports what it needs when it runs, so that `--help` is quick.
"""

# ruff: noqa: PLC0415 (the imports inside the commands, for the reason above)

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

from app.cli_base import load_settings, make_group
from app.console import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.vault.service import VaultService

T = TypeVar("T")

keys_group = make_group("The keys that encrypt secrets in the database.")


@keys_group.command("make")
def make() -> None:
    """Print a fresh key, for JAXDOJO_ENCRYPTION_KEYS. It is stored nowhere."""
    from app.vault.keys import make_key

    say(make_key())


@keys_group.command("rotate")
def rotate() -> None:
    """Encrypt all secrets by a fresh key, or by the first of JAXDOJO_ENCRYPTION_KEYS. Servers may run meanwhile."""
    say(f"{_use(lambda vault: vault.rotate())} secrets were encrypted anew.")


@keys_group.command("discard")
def discard() -> None:
    """Remove second factors and webhooks whose key is lost for good, and sign those accounts out everywhere."""
    accounts, webhooks = _use(lambda vault: vault.discard())
    say(f"{webhooks} webhooks and {len(accounts)} second factors were removed. {', '.join(accounts)}".strip())


def _use(work: Callable[[VaultService], T]) -> T:
    from app.installation import open_installation

    settings = load_settings()

    async def run() -> T:
        async with open_installation(settings) as services:
            return await asyncio.to_thread(work, services.vault)

    return asyncio.run(run())
