"""The provider's answers are hostile: none fills the memory, holds the event loop or keeps a request open for long."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from pydantic import SecretStr

from app.domains.accounts import provider as module
from app.domains.accounts.errors import ProviderError
from app.domains.accounts.provider import MAX_ANSWER, MAX_KEYS, MAX_PARTS, Provider

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from app.kit.settings import Settings

OPENING = b'{"a":"'
REDIRECT = "http://dojo.test/signin/oidc/callback"
JSON = b"content-type: application/json\r\n"
ATTACKS = ["compressed", "long", "endless", "in many parts", "slow"]
MEBIBYTE = 1024 * 1024


class HostileProvider:
    """Sends an attack instead of the answer at `target`, and counts the bytes that were taken from it."""

    def __init__(self, target: str, attack: str) -> None:
        self.target = target
        self.attack = attack
        self.sent = 0
        self.issuer = ""
        self.ended = asyncio.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        path = (await reader.readuntil(b"\r\n\r\n")).split(b" ", 2)[1].decode()
        try:
            if path == self.target:
                await self._attack(writer)
            else:
                body = json.dumps(self._answer(path)).encode()
                writer.write(b"HTTP/1.1 200 OK\r\n" + JSON + b"content-length: %d\r\n\r\n" % len(body) + body)
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()
            self.ended.set()

    def _answer(self, path: str) -> Mapping[str, object]:
        if path == "/jwks":
            return {"keys": [{"kty": "oct", "k": "AA"}] * (MAX_KEYS + 1 if self.attack == "many keys" else 1)}
        paths = {"authorization_endpoint": "/authorize", "token_endpoint": "/token", "jwks_uri": "/jwks"}
        return {"issuer": self.issuer} | {name: self.issuer + path for name, path in paths.items()}

    async def _attack(self, writer: asyncio.StreamWriter) -> None:
        head = b"HTTP/1.1 200 OK\r\n" + JSON
        if self.attack == "compressed":
            bomb = gzip.compress(OPENING + bytes(16 * MEBIBYTE) + b'"}')
            await self._send(writer, head + b"content-encoding: gzip\r\ncontent-length: %d\r\n\r\n" % len(bomb) + bomb)
        elif self.attack == "long":
            body = OPENING + b"x" * MAX_ANSWER + b'"}'
            await self._send(writer, head + b"content-length: %d\r\n\r\n" % len(body) + body)
        elif self.attack == "endless":
            await self._send(writer, head + b"\r\n" + OPENING)
            while self.sent < 64 * MEBIBYTE:
                await self._send(writer, b"x" * 65536)
        elif self.attack == "in many parts":
            parts = b"1\r\nx\r\n" * (MAX_PARTS + 1)
            await self._send(writer, head + b"transfer-encoding: chunked\r\n\r\n6\r\n" + OPENING + b"\r\n" + parts)
            await self._send(writer, b'2\r\n"}\r\n0\r\n\r\n')
        else:
            await self._send(writer, head + b"content-length: 1000\r\n\r\n")
            for _ in range(600):
                await self._send(writer, b" ")
                await asyncio.sleep(0.05)

    async def _send(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        writer.write(data)
        await writer.drain()
        self.sent += len(data)


@pytest.fixture
async def hostile(request: pytest.FixtureRequest) -> AsyncIterator[HostileProvider]:
    made = HostileProvider(*request.param)
    async with await asyncio.start_server(made.serve, "127.0.0.1", 0) as server:
        made.issuer = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield made
        await asyncio.wait_for(made.ended.wait(), 60)


@pytest.mark.parametrize(
    "hostile",
    [
        *((target, attack) for target in ("/.well-known/openid-configuration", "/token") for attack in ATTACKS),
        ("", "many keys"),
    ],
    ids=" ".join,
    indirect=True,
)
async def test_hostile_answers_end_a_sign_in(
    hostile: HostileProvider, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    if hostile.attack == "slow":
        monkeypatch.setattr(module, "TIMEOUT_S", 0.3)
    changes = {"oidc_issuer": hostile.issuer, "oidc_client_id": "dojo", "oidc_client_secret": SecretStr("secret")}
    provider = Provider(settings.model_copy(update=changes))

    async def sign_in() -> None:
        address, flow = await provider.begin(REDIRECT)
        state = parse_qs(urlsplit(address).query)["state"][0]
        await provider.finish(flow, REDIRECT, {"state": state, "code": "any"})

    reasons = {
        "compressed": "UnicodeDecodeError",
        "slow": "TimeoutError",
        "many keys": "too many keys",
    }
    with pytest.raises(ProviderError) as refused:
        await asyncio.wait_for(sign_in(), 20)
    assert reasons.get(hostile.attack, "too long") in repr(refused.value.__cause__)
    assert hostile.sent < 8 * MEBIBYTE, "what the system's buffers hold, and no more"
