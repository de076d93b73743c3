"""Bodies of requests, written in little time: the sender must not hold Python's lock while others are measured."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final
from urllib.parse import quote_plus

import httpx

if TYPE_CHECKING:
    from collections.abc import Iterator

PIECE: Final = 65_536
"""How much of a body is sent at once, in bytes."""
FORM: Final = {"content-type": "application/x-www-form-urlencoded"}

quote_once = lru_cache(100)(quote_plus)
"""Quotes a text for a form. Each long one is sent to many routes, one after another."""


class Pieces(httpx.SyncByteStream):
    """A request's body in pieces, since the HTTP client copies each one, which nothing interrupts."""

    def __init__(self, body: bytes) -> None:
        self.body = memoryview(body)

    def __iter__(self) -> Iterator[bytes]:
        for start in range(0, len(self.body), PIECE):
            yield bytes(self.body[start : start + PIECE])


def write_form(fields: dict[str, str]) -> str:
    """Return a form's body."""
    return "&".join(f"{quote_once(name)}={quote_once(text)}" for name, text in fields.items())
