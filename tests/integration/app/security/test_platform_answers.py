"""A platform's answers are hostile: none holds the event loop, breaks a route or is believed without limits."""

from __future__ import annotations

import json
import socket
import ssl
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

import pytest

from app.domains.accounts.passwords import hash_token
from app.domains.lti.claims import KEY_PARTS, check_claims, find_key, read_claims
from app.domains.lti.errors import LaunchRefusedError, ServiceFailedError
from app.domains.lti.keys import ToolKeys
from app.domains.lti.outgoing import MAX_ANSWER, MAX_CONTAINERS, PlatformClient, ServiceAnswer
from app.domains.lti.schemas import Platform
from app.domains.lti.services import MAX_MEMBERS, PlatformServices
from app.domains.webhooks.schemas import Due
from app.domains.webhooks.sender import Sender
from tests.integration.app.security.loop_watch import LIMIT_S, measure_loop, measure_work
from tests.lti_platform import CLAIM, DEEP
from tests.lti_platform import Platform as DescribedPlatform

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpcore

    from app.db.session import Database
    from app.domains.vault.keys import Vault

PLATFORM = Platform(
    id=1,
    name="Campus",
    issuer="https://lms.invalid",
    client_id="client",
    auth_url="https://lms.invalid/auth",
    token_url="https://lms.invalid/token",  # noqa: S106 - an address
    jwks_url="https://lms.invalid/jwks",
    token_audience="",
    admits=False,
    deployments={},
)


DUE = Due(id=1, public_id="d", webhook_id=1, url="", secret="sealed", body="{}", attempt=1)  # noqa: S106 - no secret


@dataclass
class StandInClient(PlatformClient):
    """Answers each request with the next of some bodies, the last one repeatedly."""

    bodies: list[bytes]
    token: dict[str, Any] = field(default_factory=lambda: {"access_token": "good", "expires_in": 3600})

    async def ask(self, _method: str, url: str, **_options: object) -> ServiceAnswer:  # type: ignore[override]
        if url == PLATFORM.token_url:
            return ServiceAnswer(200, json.dumps(self.token).encode())
        body = self.bodies.pop(0) if len(self.bodies) > 1 else self.bodies[0]
        assert len(body) <= MAX_ANSWER
        return ServiceAnswer(200, body, f'<{url}x>; rel="next"')


class StandInVault:
    """Opens any secret."""

    def open(self, _sealed: str) -> str:
        return "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


class StandInKeys(ToolKeys):
    """Signs nothing."""

    def __init__(self) -> None:
        pass

    async def sign(self, _claims: dict[str, Any]) -> str:
        return "signed"


def list_members(count: int, roles: int = 0) -> bytes:
    written = json.dumps([""] * roles, separators=(",", ":"))
    members = (f'{{"user_id":"{number}","roles":{written}}}' for number in range(count))
    return f'{{"members":[{",".join(members)}]}}'.encode()


@pytest.mark.parametrize(
    "body",
    [
        list_members(MAX_MEMBERS),
        list_members(MAX_MEMBERS + 1),
        list_members(3_000, roles=100),
        b'{"members":[' + b"[]," * 349_000 + b"[]]}",
        b'{"members":[' + b"[]," * (MAX_CONTAINERS - 10) + b"[]]}",
        b'{"members":' + b"[" * 900_000,
        b'{"members":[{"user_id":' + b"9" * 900_000 + b"}]}",
    ],
    ids=["most", "more", "roles", "lists", "most lists", "nested", "number"],
)
async def test_a_page_of_members_holds_nobody(body: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.domains.lti.services.MAX_PAGES", 3)  # They are all the same.

    async def list_them() -> None:
        services = PlatformServices(StandInClient([body]), StandInKeys())
        with pytest.raises(ServiceFailedError):
            await services.list_members(PLATFORM, "https://lms.invalid/members")

    seconds, callback = await measure_loop(list_them)
    assert seconds < LIMIT_S, callback


@contextmanager
def serve_bytes(head: bytes, part: bytes) -> Iterator[str]:
    """Answer each request with a head and the same part again and again; yield the address."""

    def answer(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.recv(65536)
            connection.sendall(head)
            while True:
                connection.sendall(part * (65536 // len(part)))

    def accept() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=answer, args=(listener.accept()[0],), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=accept, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        listener.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize(
    ("head", "part"),
    [
        (b"", b"HTTP/1.1 100 \r\n\r\n"),
        (b"HTTP/1.1 200 \r\ntransfer-encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
        (b"HTTP/1.1 200 \r\ntransfer-encoding: chunked\r\n\r\n", b"1;" + b"x" * 60 + b"\r\nx\r\n"),
        (b"HTTP/1.1 200 \r\n", b"a:\r\n"),
        (b"HTTP/1.1 200 \r\n\r\n", b"x"),
    ],
    ids=["provisional", "chunks", "extended chunks", "fields", "endless"],
)
async def test_no_endless_answer_holds_the_loop(head: bytes, part: bytes) -> None:
    host = "127.0.0.1"

    async def ask() -> None:
        with pytest.raises(ServiceFailedError):
            await PlatformClient(frozenset({host})).ask("GET", address)
        sender = Sender(cast("Database", None), cast("Vault", StandInVault()), frozenset({host}))
        told = await sender._post(replace(DUE, url=address))
        assert told in {(None, "the connection broke"), (200, "status 200")}

    with serve_bytes(head, part) as address:
        seconds, callback = await measure_loop(ask)
    assert seconds < LIMIT_S, callback


class BrokenPool:
    """Fails as TLS does if a server sends a damaged record after the handshake."""

    def stream(self, *_given: object, **_options: object) -> None:
        raise ssl.SSLError("decryption failed or bad record mac")


async def test_a_damaged_connection_is_told_as_such() -> None:
    sender = Sender(cast("Database", None), cast("Vault", StandInVault()), frozenset())
    client = PlatformClient(frozenset())
    sender._pool = client._pool = cast("httpcore.AsyncConnectionPool", BrokenPool())
    assert await sender._post(replace(DUE, url="https://hooks.invalid/")) == (None, "the connection broke")
    with pytest.raises(ServiceFailedError, match="the connection broke"):
        await client.ask("GET", "https://lms.invalid/")


@pytest.mark.parametrize("lasts", ["9" * 5_000, "-1", "", None, [], {}, 1e300, True, "\u0664", "\u00b2"])
async def test_a_token_may_last_for_any_time(lasts: object) -> None:
    client = StandInClient([b'{"members":[]}'], {"access_token": "good", "expires_in": lasts})
    with pytest.raises(ServiceFailedError, match="no end"):
        await PlatformServices(client, StandInKeys()).list_members(PLATFORM, "https://lms.invalid/members")


def test_a_choice_returns_only_text() -> None:
    platform = DescribedPlatform()
    settings = {"deep_link_return_url": "https://lms.invalid/", "accept_types": ["ltiResourceLink"], "data": "\ud800"}
    changes = {
        f"{CLAIM}message_type": "LtiDeepLinkingRequest",
        f"{DEEP}deep_linking_settings": settings,
    }
    claims = platform.claim("nonce", "https://dojo.test", **changes)
    with pytest.raises(LaunchRefusedError) as refused:
        check_claims(
            claims,
            issuer=platform.issuer,
            client_id=platform.client_id,
            nonce_hash=hash_token("nonce"),
            deployments=[platform.deployment],
            site="https://dojo.test",
            moment=time.time(),
        )
    assert refused.value.logged == "its data is no text"


NUMBER = "".join(["gA", "A" * 338, "AQ"])
"""2,048 bits, of which the first and the last are set."""


@pytest.mark.parametrize("value", [None, 1, [], {}, "", "!!", "\ud800", "a" * 900_000, "a" * 3_000])
@pytest.mark.parametrize("part", ["n", "e", "x", "crv", "use", "alg", "key_ops", "x5c", "d"])
def test_no_key_of_a_platform_is_slow_or_breaks_anything(part: str, value: object) -> None:
    kind = {"kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"} if part in {"x", "crv"} else {"kty": "RSA"}
    key = {"kid": "one", "n": NUMBER, "e": "AQAB", **kind, part: value}
    token = "eyJhbGciOiJSUzI1NiIsImtpZCI6Im9uZSJ9.e30." + "A" * 342

    def read() -> None:
        found = find_key({"keys": [key]}, "one")
        if found is not None:
            assert found.keys() <= set(KEY_PARTS)
            with pytest.raises(LaunchRefusedError):
                read_claims(token, found, "RS256")

    assert measure_work(read) < LIMIT_S


def test_a_key_of_a_platform_is_found() -> None:
    key = {"kty": "RSA", "kid": "one", "n": NUMBER, "e": "AQAB", "use": "sig", "alg": "RS256"}
    assert find_key({"keys": [{"kid": "other"}, key]}, "one") == key
