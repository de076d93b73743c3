"""Answers guests from memory.

Whoever isn't signed in gets the same list and the same problems as everybody else who reads their language. So such an
answer is kept for as long as the catalogue believes its own list, a second, or until something is published here, and
is given to all who ask meanwhile: packed already, with nothing but the nonce made anew (`app.web.safety`). Pure ASGI.
"""

from __future__ import annotations

import re
import struct
import time
import zlib
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from app.accounts.cookies import SESSION_COOKIES
from app.language import find_language
from app.problems.catalogue import FRESH_S
from app.web.safety import make_nonce

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from app.problems.catalogue import Catalogue

SAME_FOR_ALL: Final = re.compile(r"/|/problems/\w+|/api/v1/problems(/\w+)?")
"""What is made from the catalogue alone, for a guest."""
MOST: Final = 1000
"""How many answers are kept."""
LEVEL: Final = 6
_SESSIONS: Final = tuple(name.encode() for name in SESSION_COOKIES)
_MAGIC: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


class Packed:
    """A text in gzip's format (RFC 1952), in which a word that comes again and again can be exchanged.

    `parts` is what stands between the word's places. Each is compressed by itself up to a byte's end; between them the
    word is put in as it is, as a stored block (RFC 1951, 3.2.4).
    """

    def __init__(self, parts: list[bytes]) -> None:
        self._plain = parts
        packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        self._packed = [packer.compress(part) + packer.flush(zlib.Z_FULL_FLUSH) for part in parts[:-1]]
        self._packed.append(packer.compress(parts[-1]) + packer.flush(zlib.Z_FINISH))

    def fill(self, word: bytes) -> bytes:
        """Return the packed text with this word."""
        text = word.join(self._plain)
        stored = struct.pack("<BHH", 0, len(word), len(word) ^ 0xFFFF) + word
        return _MAGIC + stored.join(self._packed) + struct.pack("<II", zlib.crc32(text), len(text))


@dataclass
class _Answer:
    """A whole answer, the nonce it was made with, and the route that made it."""

    edition: int
    ends: float
    route: Any
    nonce: bytes
    headers: list[tuple[bytes, bytes]]
    parts: list[bytes]
    packed: Packed | None = field(default=None, init=False)

    def fill(self, *, pack: bool) -> tuple[list[tuple[bytes, bytes]], bytes]:
        """Return headers and body with a nonce of their own."""
        nonce = make_nonce().encode() if self.nonce else b""
        headers = [
            (name, value.replace(self.nonce, nonce) if nonce and name == b"content-security-policy" else value)
            for name, value in self.headers
        ]
        if not pack:
            body = nonce.join(self.parts)
        else:
            self.packed = self.packed or Packed(self.parts)
            body = self.packed.fill(nonce)
            headers.append((b"content-encoding", b"gzip"))
        return [*headers, (b"content-length", str(len(body)).encode())], body


class GuestMiddleware:
    """Stands before all that makes answers, and behind what is done for every request."""

    def __init__(self, app: ASGIApp, catalogue: Catalogue) -> None:
        self._app = app
        self._catalogue = catalogue
        self._answers: dict[tuple[str, str], _Answer] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        accepted = _read_accepted(scope)
        if accepted is None:
            await self._app(scope, receive, send)
            return
        key = (scope["path"], find_language())
        answer = self._answers.get(key)
        if answer is None or answer.edition != self._catalogue.edition or time.monotonic() >= answer.ends:
            answer = await self._ask(scope, receive, send)
            if answer is None:
                return
            if len(self._answers) >= MOST:
                self._answers.clear()
            self._answers[key] = answer
        scope["route"] = answer.route
        headers, body = answer.fill(pack=b"gzip" in accepted)
        await send({"type": "http.response.start", "status": HTTPStatus.OK.value, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _ask(self, scope: Scope, receive: Receive, send: Send) -> _Answer | None:
        """Return the answer of what stands behind; None where it is no success, and was sent as it came."""
        edition, ends = self._catalogue.edition, time.monotonic() + FRESH_S
        start: Message = {}
        body = bytearray()

        async def keep(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == HTTPStatus.OK:
                start.update(message)
            elif start:
                body.extend(message.get("body", b""))
            else:
                await send(message)

        # Asked for plain, since it is packed here.
        scope["headers"] = [header for header in scope["headers"] if header[0] != b"accept-encoding"]
        await self._app(scope, receive, keep)
        if not start:
            return None
        nonce = scope["state"].get("nonce", "").encode()
        headers = [header for header in start["headers"] if header[0] != b"content-length"]
        parts = bytes(body).split(nonce) if nonce else [bytes(body)]
        return _Answer(edition, ends, scope.get("route"), nonce, headers, parts)


def _read_accepted(scope: Scope) -> bytes | None:
    """Return which encodings a guest accepts who asks for what is the same for all; None for any other request."""
    if scope["type"] != "http" or scope["method"] != "GET" or scope["query_string"]:
        return None
    accepted = b""
    for name, value in scope["headers"]:
        if name == b"accept-encoding":
            accepted = value
        elif name in {b"authorization", b"if-none-match"} or (
            name == b"cookie" and any(session in value for session in _SESSIONS)
        ):
            return None
    return accepted if SAME_FOR_ALL.fullmatch(scope["path"]) else None
