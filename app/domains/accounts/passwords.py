"""Hashing of passwords (argon2id, RFC 9106) and of tokens (SHA-256).

A password is guessable, so its hash must be slow; a token is 256 random bits, for which a fast hash is enough.
Hashing runs in a thread, a few at a time: each takes tens of MiB and tens of milliseconds. Members don't wait behind a
queue of strangers, who may be an attacker with many addresses.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from contextlib import asynccontextmanager, nullcontext
from typing import TYPE_CHECKING, Final

from pwdlib import PasswordHash
from pwdlib.exceptions import PwdlibError
from pwdlib.hashers.argon2 import Argon2Hasher

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

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
        self._strangers = asyncio.Semaphore(MAX_PARALLEL_HASHES)
        """Strangers who may wait for a slot; all others wait for this."""
        self._dummy: str | None = None

    async def hash(self, password: str, *, member: bool = False) -> str:
        """Return the stored form of a password, with its own salt. A `member` is signed in, or proved an address."""
        async with self._take_slot(member=member):
            return await asyncio.to_thread(self._hash.hash, password)

    async def verify(self, password: str, stored: str | None, *, member: bool = False) -> tuple[bool, str | None]:
        """Return whether the password matches, and its new stored form if the parameters have changed since.

        Without `stored` (an unknown name, or an account without a password) it takes just as long and returns false, so
        the time reveals nothing. A `member` is signed in, or has a browser that is known for the name.
        """
        if not stored:
            self._dummy = self._dummy or await self.hash(make_token())
            await self._verify(password, self._dummy, member=member)
            return False, None
        return await self._verify(password, stored, member=member)

    async def _verify(self, password: str, stored: str, *, member: bool) -> tuple[bool, str | None]:
        async with self._take_slot(member=member):
            try:
                return await asyncio.to_thread(self._hash.verify_and_update, password, stored)
            except PwdlibError:
                return False, None

    @asynccontextmanager
    async def _take_slot(self, *, member: bool) -> AsyncIterator[None]:
        async with nullcontext() if member else self._strangers, self._slots:
            yield
