"""Maintenance of sealed secrets: at start-up, on key rotation, and when a key is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.domains.audit.log import Action, record
from app.domains.vault import repository

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.vault.keys import Vault
    from app.domains.vault.repository import Discarded


class VaultService:
    """Maintains sealed secrets. All methods block: for commands and start-up."""

    def __init__(self, database: Database, vault: Vault) -> None:
        self._database = database
        self._vault = vault

    def check(self) -> None:
        """Raise `KeyMissingError` unless all sealed secrets can be opened; seal those that aren't yet."""

        def look(session: Session) -> bool:
            self._vault.require(repository.list_key_names(session))
            return repository.has_plain(session)

        if self._database.read_blocking(look):
            self._database.write_blocking(self._seal_again)

    def rotate(self) -> int:
        """Seal every secret with a new key, or with the setting's first one; returns how many changed.

        The previous key stays in the file until the next rotation, for a server that is sealing a secret right now.
        The one before it is removed, so everything is sealed with the previous key first: a rotation that failed
        halfway, or such a server, may have left secrets that need the older one.
        """
        self._database.read_blocking(lambda session: self._vault.require(repository.list_key_names(session)))
        if not self._vault.is_given:
            self._database.write_blocking(self._seal_again)
            self._vault.add_key()
        return self._database.write_blocking(self._seal_again)

    def discard(self) -> Discarded:
        """Delete the secrets that no key opens, and return what that was."""
        names = self._vault.list_names()

        def remove(session: Session) -> Discarded:
            found = repository.delete_sealed_by_others(session, names)
            for name in found.accounts:
                record(session, Action.SECOND_FACTOR_RESET, name)
            return found

        return self._database.write_blocking(remove)

    def _seal_again(self, session: Session) -> int:
        return repository.seal_again(
            session, self._vault.find_newest(), lambda stored: self._vault.seal(session, self._vault.open(stored))
        )
