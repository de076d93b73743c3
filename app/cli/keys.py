"""The commands `jaxdojo keys ...`: the keys that encrypt secrets in the database."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

from app.cli.base import load_settings, make_group
from app.domains.vault.keys import make_key
from app.kit.console import count, say
from app.work.installation import open_installation

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.domains.vault.service import VaultService

T = TypeVar("T")

keys_group = make_group("The keys that encrypt secrets in the database.")


@keys_group.command("make")
def make() -> None:
    """Print a new key for JAXDOJO_ENCRYPTION_KEYS. It isn't stored anywhere."""
    say(make_key())


@keys_group.command("rotate")
def rotate() -> None:
    """Re-encrypt all secrets with a new key, or with the first of JAXDOJO_ENCRYPTION_KEYS. Servers may keep running."""
    done = _use(lambda vault: vault.rotate())
    say(f"{count(done, 'secret was', 'secrets were')} re-encrypted.")


@keys_group.command("discard")
def discard() -> None:
    """Remove second factors and webhooks whose key is lost for good, and sign those accounts out everywhere."""
    accounts, webhooks = _use(lambda vault: vault.discard())
    told = f"{count(webhooks, 'webhook')} and {count(len(accounts), 'second factor')}"
    say(f"Removed {told}. {', '.join(accounts)}".strip())


def _use(work: Callable[[VaultService], T]) -> T:

    settings = load_settings()

    async def run() -> T:
        async with open_installation(settings) as services:
            return await asyncio.to_thread(work, services.vault)

    return asyncio.run(run())
