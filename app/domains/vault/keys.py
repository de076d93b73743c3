"""Encryption of secrets in the database, such as those of second factors and webhooks.

Theory of operation
-------------------
A sealed secret is the name of its key, a dot, and a Fernet token (AES-128-CBC with HMAC-SHA256): `3fa2b1c0.gAAAA…`.
The name is a prefix of the key's SHA-256, so a missing key is detected without decrypting. Keys are never in the
database: they come from `JAXDOJO_ENCRYPTION_KEYS`, or else from a file in the data directory, one per line, newest
first. The newest seals, all open. The file is created when the first secret is sealed, but not if the database already
holds sealed secrets: their key is then elsewhere, and a second one would hide that. The file is read on each use, which
is rare, so that keys can be changed while servers run.

Secrets without a key's name were stored before there were keys. They can be read, and are sealed at the next start.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import secrets
from typing import TYPE_CHECKING, Final

from app.domains.vault import repository
from app.domains.vault.errors import KeyMissingError, KeyUnusableError
from app.kit.private_files import make_private_file, replace_private_file

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy.orm import Session

    from app.kit.settings import Settings

FILE: Final = "encryption.keys"
"""The name of the key file in the data directory."""
KEY_BYTES: Final = 32
SEALED: Final = re.compile(rf"([0-9a-f]{{{repository.NAME_LENGTH}}})\.(gAAAA[\w-]+=*)")


def make_key() -> str:
    """Return a new key."""
    return base64.urlsafe_b64encode(secrets.token_bytes(KEY_BYTES)).decode()


def name_key(key: str) -> str:
    """Return a key's name, which reveals nothing about the key."""
    return hashlib.sha256(key.encode()).hexdigest()[: repository.NAME_LENGTH]


class Vault:
    """Seals secrets for the database, and opens them."""

    def __init__(self, settings: Settings) -> None:
        self._given = settings.encryption_keys
        self._path = settings.data / FILE

    @property
    def is_given(self) -> bool:
        """Whether the keys come from a setting instead of the file."""
        return bool(self._given.get_secret_value().strip())

    @property
    def place(self) -> str:
        """The location of the keys, for the operator."""
        return "JAXDOJO_ENCRYPTION_KEYS" if self.is_given else str(self._path)

    def seal(self, session: Session, secret: str) -> str:
        """Return a secret as it is stored, creating the first key if necessary.

        Raises `KeyMissingError` if the database already has secrets under keys that aren't available.
        """
        keys = self._read()
        if not keys:
            self.require(repository.list_key_names(session))
            self._make_file()
            keys = self._read()
        return _seal(keys[0], secret)

    def open(self, sealed: str) -> str:
        """Return the secret in its stored form; raises `KeyMissingError`, or `KeyUnusableError` if it was altered."""
        match = SEALED.fullmatch(sealed)
        if match is None:
            return sealed
        # Imported late, because few starts need it.
        from cryptography.fernet import Fernet, InvalidToken  # noqa: PLC0415

        name, token = match.groups()
        key = {name_key(one): one for one in self._read()}.get(name)
        if key is None:
            raise KeyMissingError([name], self.place)
        try:
            return Fernet(key).decrypt(token).decode()
        except InvalidToken as error:
            raise KeyUnusableError(f"A secret of the database doesn't fit its key {name}: it was changed.") from error

    def require(self, names: Iterable[str]) -> None:
        """Raise `KeyMissingError` unless the keys with these names are available."""
        missing = set(names) - self.list_names()
        if missing:
            raise KeyMissingError(missing, self.place)

    def list_names(self) -> set[str]:
        """Return the names of the available keys."""
        return {name_key(key) for key in self._read()}

    def find_newest(self) -> str | None:
        """Return the name of the key that seals; None if there is none yet."""
        keys = self._read()
        return name_key(keys[0]) if keys else None

    def add_key(self) -> None:
        """Write a new key to the file, before the previous one; older ones are removed."""
        try:
            replace_private_file(self._path, "".join(f"{key}\n" for key in [make_key(), *self._read()[:1]]).encode())
        except OSError as error:
            raise self._explain(error) from error

    def _make_file(self) -> None:
        try:
            make_private_file(self._path, f"{make_key()}\n".encode())
        except OSError as error:
            raise self._explain(error) from error

    def _read(self) -> list[str]:
        """Return the keys, newest first; none before the first is created."""
        try:
            text = self._given.get_secret_value() if self.is_given else self._path.read_text(encoding="ascii")
        except FileNotFoundError:
            return []
        except (OSError, UnicodeError) as error:
            raise self._explain(error) from error
        keys = text.replace(",", " ").split()
        if not all(map(_is_key, keys)) or not keys:
            raise KeyUnusableError(f"{self.place} holds something that is no key; `jaxdojo keys make` prints one.")
        return keys

    def _explain(self, error: Exception) -> KeyUnusableError:
        return KeyUnusableError(f"The keys in {self.place} can't be read or written: {error}.")


def _seal(key: str, secret: str) -> str:
    # Imported late, because few starts need it.
    from cryptography.fernet import Fernet  # noqa: PLC0415

    return f"{name_key(key)}.{Fernet(key).encrypt(secret.encode()).decode()}"


def _is_key(text: str) -> bool:
    try:
        return len(base64.b64decode(text, altchars=b"-_", validate=True)) == KEY_BYTES
    except (binascii.Error, ValueError):
        return False
