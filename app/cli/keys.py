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
    """Remove what is encrypted with a key that is lost for good, and say what that was.

    These are second factors, whose accounts are signed out everywhere, webhooks, also those of courses, mails that
    wait, and the keys with which this site signs for LMSs.
    """
    found = _use(lambda vault: vault.discard())
    told = [count(found.webhooks, "webhook"), count(found.mails, "waiting mail"), count(found.lti_keys, "LTI key")]
    say(f"Removed {', '.join(told)} and {count(len(found.accounts), 'second factor')}.")
    if found.accounts:
        say(f"Without their second factor now: {', '.join(found.accounts)}.")
    if found.lti_keys:
        say("A new LTI key is made when it is needed. Where the old one was entered by hand, enter the new one.")


def _use(work: Callable[[VaultService], T]) -> T:

    settings = load_settings()

    async def run() -> T:
        async with open_installation(settings) as services:
            return await asyncio.to_thread(work, services.vault)

    return asyncio.run(run())
