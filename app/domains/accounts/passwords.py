"""Hashing of passwords (argon2id, RFC 9106) and of tokens (SHA-256).

A password is guessable, so its hash must be slow; a token is 256 random bits, for which a fast hash is enough.
Hashing runs in a thread, a few at a time: each takes tens of MiB and tens of milliseconds.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from typing import Final

from pwdlib import PasswordHash
from pwdlib.exceptions import PwdlibError
from pwdlib.hashers.argon2 import Argon2Hasher

MAX_PARALLEL_HASHES: Final = 2


def make_token() -> str:
    """Return 256 random bits as text, for a cookie or an API token."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """Return the stored form of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


class Passwords:
    """Hashes and verifies passwords with the settings' memory, in KiB, and number of passes."""

    def __init__(self, memory_kib: int, passes: int) -> None:
        self._hash = PasswordHash((Argon2Hasher(time_cost=passes, memory_cost=memory_kib, parallelism=1),))
        self._slots = asyncio.Semaphore(MAX_PARALLEL_HASHES)
        self._dummy: str | None = None

    async def hash(self, password: str) -> str:
        """Return the stored form of a password, with its own salt."""
        async with self._slots:
            return await asyncio.to_thread(self._hash.hash, password)

    async def verify(self, password: str, stored: str | None) -> tuple[bool, str | None]:
        """Return whether the password matches, and its new stored form if the parameters have changed since.

        Without `stored` (an unknown name, or an account without a password) it takes just as long and returns false, so
        the time reveals nothing.
        """
        if not stored:
            self._dummy = self._dummy or await self.hash(make_token())
            await self._verify(password, self._dummy)
            return False, None
        return await self._verify(password, stored)

    async def _verify(self, password: str, stored: str) -> tuple[bool, str | None]:
        async with self._slots:
            try:
                return await asyncio.to_thread(self._hash.verify_and_update, password, stored)
            except PwdlibError:
                return False, None
