"""This installation's key pairs: created on first use, rotated on demand, sealed in the database.

A new key is published at once and signs a day later, when platforms have fetched it; an old one stays published for a
month after its successor was made. The first key signs at once.
"""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from app.db.models import now
from app.domains.audit.log import Action, record
from app.domains.lti.repository import platforms as repository

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.orm import Session

    from app.db.models import LtiKey
    from app.db.session import Database
    from app.domains.vault.keys import Vault

SIGNS_AFTER: Final = timedelta(days=1)
KEPT: Final = timedelta(days=30)
BITS: Final = 2048


class ToolKeys:
    """Signs tokens for platforms."""

    def __init__(self, database: Database, vault: Vault) -> None:
        self._database = database
        self._vault = vault
        self._opened: dict[str, Any] = {}
        """A cache of keys by name: reading one takes 50 ms."""

    async def list_public(self) -> list[dict[str, Any]]:
        """Return the public keys, newest first; none before the first platform is added."""
        sealed = await self._database.read(repository.list_keys)
        return [self._open(key).as_dict(private=False) for key in sealed]

    async def require(self) -> None:
        """Create the first key, unless one exists."""
        await self._load()

    async def rotate(self) -> str:
        """Create a new key, and delete those replaced long ago; returns the new key's name."""
        kid, secret = await asyncio.to_thread(_generate)

        def store(session: Session) -> None:
            repository.delete_keys(session, now() - KEPT)
            repository.add_key(session, kid, self._vault.seal(session, secret))
            record(session, Action.LTI_KEY_ROTATED, kid)

        await self._database.write(store)
        return kid

    async def sign(self, claims: dict[str, Any]) -> str:
        """Return claims as a signed token."""
        from joserfc import jwt  # noqa: PLC0415 - imported on the first signature

        key = self._open(choose_key(await self._load(), now()))
        return jwt.encode({"alg": "RS256", "typ": "JWT", "kid": key.kid}, claims, key, algorithms=["RS256"])

    async def _load(self) -> list[LtiKey]:
        found = await self._database.read(repository.list_keys)
        if not found:
            await self.rotate()
            found = await self._database.read(repository.list_keys)
        return found

    def _open(self, key: LtiKey) -> Any:  # noqa: ANN401 - joserfc's type, imported late
        from joserfc.jwk import RSAKey  # noqa: PLC0415 - imported for the first key

        if key.kid not in self._opened:
            self._opened[key.kid] = RSAKey.import_key(json.loads(self._vault.open(key.secret)))
        return self._opened[key.kid]


def choose_key(keys: list[LtiKey], moment: datetime) -> LtiKey:
    """Return the key that signs now; `keys` are ordered from newest to oldest."""
    return next((key for key in keys if key.created_at <= moment - SIGNS_AFTER), keys[-1])


def _generate() -> tuple[str, str]:
    from joserfc.jwk import RSAKey  # noqa: PLC0415 - likewise

    key = RSAKey.generate_key(BITS, {"use": "sig", "alg": "RS256"}, auto_kid=True)
    return str(key.kid), json.dumps(key.as_dict(private=True))
