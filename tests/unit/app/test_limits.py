"""How many requests a key may make, with a clock that the test sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.domains.limits.errors import TooManyRequestsError
from app.domains.limits.limiter import Limiter, LimitMiddleware

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import Message, Receive, Scope, Send


@pytest.fixture
def move(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Return a function that sets the clock."""

    def move(to: float) -> None:
        monkeypatch.setattr("app.domains.limits.limiter.time.monotonic", lambda: to)

    move(100.0)
    return move


def test_a_minutes_worth_at_once_and_then_an_even_pace(move: Callable[[float], None]) -> None:
    limiter: Limiter[str] = Limiter(6)
    for _ in range(6):
        limiter.take("ada")
    with pytest.raises(TooManyRequestsError) as caught:
        limiter.take("ada")
    assert caught.value.headers["Retry-After"] == "10"
    assert caught.value.headers["RateLimit-Policy"] == '"requests";q=6;w=60'
    assert caught.value.headers["RateLimit"] == '"requests";r=0;t=10'
    limiter.take("eve")
    move(110.5)
    limiter.take("ada")
    with pytest.raises(TooManyRequestsError):
        limiter.take("ada")


def test_what_was_refused_costs_nothing(move: Callable[[float], None]) -> None:
    limiter: Limiter[str] = Limiter(1)
    limiter.take("ada")
    for _ in range(5):
        with pytest.raises(TooManyRequestsError):
            limiter.take("ada")
    move(160.5)
    limiter.take("ada")


def test_zero_is_no_limit() -> None:
    limiter: Limiter[str] = Limiter(0)
    for _ in range(1000):
        limiter.take("ada")


def test_only_so_many_keys_are_remembered(monkeypatch: pytest.MonkeyPatch, move: Callable[[float], None]) -> None:
    monkeypatch.setattr("app.domains.limits.limiter.MAX_KEYS", 2)
    limiter: Limiter[int] = Limiter(1)
    for key in (1, 2, 3):
        limiter.take(key)
    limiter.take(1)
    with pytest.raises(TooManyRequestsError):
        limiter.take(3)


async def test_monitoring_has_a_limit_of_its_own() -> None:
    """Each look into the database costs something, so strangers may not have it without end."""
    served: list[str] = []
    refused: list[int] = []

    async def serve(scope: Scope, _receive: Receive, _send: Send) -> None:
        served.append(scope["path"])

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            refused.append(message["status"])

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    limited = LimitMiddleware(serve, 1)
    for path in ("/problems", "/readyz", "/problems", "/readyz", "/metrics", "/healthz", "/healthz", "/static/a.css"):
        scope: dict[str, object] = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": []}
        await limited(
            {**scope, "client": ("192.0.2.7", 1), "server": ("dojo.test", 80), "scheme": "http"}, receive, send
        )
    assert served == ["/problems", "/readyz", "/healthz", "/healthz", "/static/a.css"]
    assert refused == [429] * 3


async def test_a_network_has_a_limit_of_its_own() -> None:
    """Who has an IPv6 /48 has 65,536 networks of 64 bits, each of which counts as one address."""
    served: list[str] = []
    refused: list[Message] = []

    async def serve(scope: Scope, _receive: Receive, _send: Send) -> None:
        served.append(scope["client"][0])

    async def send(message: Message) -> None:
        refused.append(message)

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def ask(address: str) -> None:
        scope: dict[str, object] = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}
        await limited({**scope, "client": (address, 1), "server": ("dojo.test", 80), "scheme": "http"}, receive, send)

    for pattern, most in (("2001:db8:0:{:x}::1", 4), ("2001:db8:0:{:x}00::1", 16)):
        limited = LimitMiddleware(serve, 1)
        served.clear()
        for number in range(20):
            await ask(pattern.format(number))
        assert len(served) == most
        await ask("2001:db8:1::1")
        assert len(served) == most + 1
    assert refused
