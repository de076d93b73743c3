"""The cross-site rule, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import pytest
import structlog
from starlette.datastructures import Headers

from app.db.statuses import Role
from app.domains.accounts.schemas import Account
from app.http.cross_site import find_local_names, find_strange_name, is_cross_site
from app.http.middleware import LanguageMiddleware, RequestMiddleware
from app.kit import outage
from app.kit.outage import OutageLog
from app.kit.settings import Settings

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send

JSON = dict[str, Any]
COOKIE = "theme=dark; jaxdojo_session=abc"
OWN = "http://dojo.test:8000"


@pytest.mark.parametrize(
    ("headers", "refused"),
    [
        ({"cookie": COOKIE, "sec-fetch-site": "same-origin"}, False),
        ({"cookie": COOKIE, "sec-fetch-site": "none"}, False),
        ({"cookie": COOKIE, "sec-fetch-site": "same-site"}, True),
        ({"cookie": COOKIE, "sec-fetch-site": "cross-site"}, True),
        ({"cookie": COOKIE, "sec-fetch-site": "cross-site", "origin": OWN}, True),
        ({"cookie": COOKIE, "origin": OWN}, False),
        ({"cookie": COOKIE, "origin": OWN.upper()}, False),
        ({"cookie": COOKIE, "origin": "http://dojo.test"}, True),
        ({"cookie": COOKIE, "origin": "http://evil.test:8000"}, True),
        ({"cookie": COOKIE, "origin": "null"}, True),
        ({"cookie": COOKIE, "origin": "http://[dojo"}, True),
        ({"cookie": COOKIE}, True),
        ({"cookie": 'jaxdojo_session=a; b\x01="{}'}, True),
        ({"cookie": "theme=dark"}, False),
        ({}, False),
        ({"sec-fetch-site": "cross-site"}, True),
        ({"origin": "http://evil.test"}, True),
        ({"authorization": "Bearer x", "cookie": COOKIE}, False),
    ],
)
@pytest.mark.parametrize("method", ["POST", "DELETE", "PUT", "PATCH"])
def test_the_rule(method: str, headers: dict[str, str], *, refused: bool) -> None:
    assert is_cross_site(method, Headers({"host": "dojo.test:8000", **headers})) is refused


@pytest.mark.parametrize(
    ("host", "refused"),
    [
        ("localhost:8000", False),
        ("127.0.0.1:8000", False),
        ("[::1]:8000", False),
        ("192.168.1.2:8000", False),
        ("dojo.test", False),
        ("dojo:8000", False),
        ("dojo.local:8000", False),
        ("evil.local.test:8000", True),
        ("evil.test:8000", True),
        ("localhost.evil.test:8000", True),
    ],
)
def test_another_site_s_name_for_this_machine(host: str, *, refused: bool) -> None:
    """DNS rebinding: over plain http, its page has the origin that it asks."""
    names = find_local_names(Settings(host="127.0.0.1", public_url="https://dojo.test/"))
    for more in ({}, {"authorization": "x"}, {"x-forwarded-for": "192.0.2.1"}):
        headers = Headers({"host": host, "origin": f"http://{host}", **more})
        assert is_cross_site("POST", headers, names) is refused
        assert find_strange_name(headers, names) == (host if refused else "")
    assert find_local_names(Settings(host="0.0.0.0")) is None  # noqa: S104 - any name may lead there
    assert find_local_names(Settings(public_url="http://[")) == frozenset({"localhost"})


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_reading_is_free(method: str) -> None:
    assert not is_cross_site(method, Headers({"cookie": COOKIE, "sec-fetch-site": "cross-site"}))


@pytest.mark.parametrize(
    ("people", "named"),
    [
        ("none", {}),
        ("network", {"account": "ada", "client": "192.0.2.0/24"}),
        ("full", {"account": "ada", "client": "192.0.2.7"}),
    ],
)
async def test_lines_name_people_as_far_as_wanted(people: Literal["none", "network", "full"], named: JSON) -> None:
    async def application(scope: Scope, _receive: Receive, send: Send) -> None:
        scope["state"]["user"] = Account(id=1, name="ada", role=Role.LEARNER)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope: Scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "headers": [],
        "scheme": "http",
        "client": ("192.0.2.7", 1),
    }
    with structlog.testing.capture_logs() as lines:
        await RequestMiddleware(application, people=people)(scope, receive, send)
    [line] = [line for line in lines if line["event"] == "request"]
    assert {name: line[name] for name in ("account", "client") if name in line} == named
    headers = dict(sent[0]["headers"])
    assert headers[b"x-request-id"].decode() == scope["state"]["request_id"]


def test_outage_is_a_line_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock:
        now = 1000.0

        def monotonic(self) -> float:
            return self.now

    clock = Clock()
    monkeypatch.setattr(outage, "time", clock)
    log = OutageLog()
    with structlog.testing.capture_logs() as lines:
        for second in range(180):
            clock.now = 1000.0 + second
            for waits in ("claim", "request"):
                log.report(waits, "it is away")
    assert [line["also"] for line in lines] == [0, 119, 119]
    assert all(line["event"] == "database_away" and "exc_info" not in line for line in lines)


async def test_no_cookie_with_backslashes_is_read() -> None:
    """`http.cookies` of older Pythons takes quadratic time for them: 3.8 s for 45 KB."""
    seen: list[tuple[bytes, bytes]] = []

    async def keep_headers(scope: Scope, _receive: Receive, _send: Send) -> None:
        seen.extend(scope["headers"])

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        raise AssertionError(message)

    cookie = b'x="' + b"\\" * 45_000 + b'"; jaxdojo_session=abc'
    scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"dojo.test"), (b"cookie", cookie)]}
    await LanguageMiddleware(keep_headers)(scope, receive, send)
    assert seen == [(b"host", b"dojo.test"), (b"cookie", b'x=""; jaxdojo_session=abc')]
