"""Connections that send too much, too little or too slowly: they are closed, and everybody else is served."""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Final
from unittest.mock import Mock

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState

from app.http import middleware
from app.http.middleware import MAX_UPLOADS_OF_NETWORK
from app.server import processes, protocol
from app.server.application import create_app
from app.server.processes import _Server
from app.server.protocol import MAX_FIELDS, MAX_PIPELINED, LimitedProtocol
from tests.integration.app.security.loop_watch import LIMIT_S, measure_work
from tests.integration.app.serving import serve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI
    from starlette.types import Receive, Scope, Send

    from app.kit.settings import Settings
    from tests.integration.app.conftest import StandInGrader

PART: Final = 65536
UPLOAD: Final = b"PUT /api/v1/authoring/problems/double/archive HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n"


async def _prepare_nothing(_application: FastAPI, _grader: StandInGrader) -> None:
    pass


@pytest.fixture
def url(settings: Settings) -> Iterator[str]:
    with serve(settings, _prepare_nothing) as serving:
        yield serving.url


@contextmanager
def connect(url: str) -> Iterator[socket.socket]:
    host, port = url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        yield connection


def read_to_the_end(connection: socket.socket) -> bytes:
    """Return what a server sends until it closes the connection."""
    received = bytearray()
    try:
        while part := connection.recv(PART):
            received += part
    except ConnectionError:
        pass
    return bytes(received)


@pytest.mark.parametrize("head", [b"GET /", b"GET / HTTP/1.1\r\nhost: x\r\nx: ", b"GET / HTTP/1.1\r\n"])
def test_a_head_ends_soon(url: str, head: bytes) -> None:
    part = b"x" * PART if not head.endswith(b"\n") else b"x: y\r\n" * (PART // 6)

    def send_without_end() -> None:
        for _ in range(1000):
            connection.sendall(part)

    with connect(url) as connection:
        connection.sendall(head)
        with pytest.raises(ConnectionError):
            send_without_end()
    assert httpx.get(f"{url}/healthz").status_code == 200


@pytest.mark.parametrize("more", [b"x: y\r\n" * (PART // 6), b"x" * PART], ids=["many fields", "a long one"])
def test_a_trailer_ends_soon(url: str, more: bytes) -> None:
    """What follows the last part of a body is neither body nor head, and was kept without a limit."""
    head = b"POST /api/v1/session HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n0\r\nx: "

    def send_without_end() -> None:
        for _ in range(1000):
            connection.sendall(more)

    with connect(url) as connection:
        connection.sendall(head)
        with pytest.raises(ConnectionError):
            send_without_end()
    assert httpx.get(f"{url}/healthz").status_code == 200


def test_a_head_has_few_fields(url: str) -> None:
    assert httpx.get(f"{url}/healthz", headers=[("x", "")] * (MAX_FIELDS - 10)).status_code == 200
    assert httpx.get(f"{url}/healthz", headers=[("x", "")] * (MAX_FIELDS + 1)).status_code == 400


def test_who_reads_nothing_is_given_up(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    lost, connection_lost = threading.Event(), LimitedProtocol.connection_lost

    def tell(connection: LimitedProtocol, error: Exception | None) -> None:
        connection_lost(connection, error)
        lost.set()

    monkeypatch.setattr(LimitedProtocol, "connection_lost", tell)
    monkeypatch.setattr(processes, "UNREAD_MS", 500)
    with serve(settings, _prepare_nothing) as serving, connect(serving.url) as connection:
        connection.sendall(b"GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n" * MAX_PIPELINED)
        begun = connection.recv(PART)
        assert lost.wait(60)  # Each answer has a megabyte, so soon neither side's buffers have room.
        received = begun + read_to_the_end(connection)
    assert received.count(b"200 OK") < MAX_PIPELINED, "the kernel has closed the connection"


@pytest.mark.parametrize("sent", [b"", b"\r\n", b"GET / HT"], ids=["nothing", "an empty line", "half a line"])
def test_a_connection_asks_something(url: str, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(protocol, "HEAD_S", 0.5)
    with connect(url) as connection:
        connection.sendall(sent)
        assert read_to_the_end(connection) == b""


@pytest.mark.parametrize(
    ("head", "more"),
    [
        (b"", b"GET /"),
        (b"transfer-encoding: chunked\r\n", b"1\r\n"),
        (b"content-length: 100\r\n", b"x"),
        (b"", b"\r\n"),
    ],
    ids=["half a request", "half a part", "half a body", "an empty line"],
)
def test_a_connection_asks_something_more(url: str, monkeypatch: pytest.MonkeyPatch, head: bytes, more: bytes) -> None:
    """The server's limit on idle connections ends with the first byte."""
    with connect(url) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\n" + head + b"\r\n")
        assert b"200 OK" in connection.recv(PART)
        monkeypatch.setattr(protocol, "HEAD_S", 0.5)
        connection.sendall(more)
        read_to_the_end(connection)


def test_few_requests_wait_on_one_connection(url: str) -> None:
    with connect(url) as connection:
        with suppress(ConnectionError):
            connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n" * 5_000)
        answers = read_to_the_end(connection)
    assert answers.count(b"200 OK") <= MAX_PIPELINED + 1
    assert b"400 Bad Request" in answers
    with connect(url) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n" * 3 + b"GET / HTTP/1.0\r\n\r\n")
        assert read_to_the_end(connection).count(b"200 OK") >= 3, "a few are answered in order"


@pytest.mark.parametrize(
    "packet",
    [b"GET / HTTP/1.1\r\n\r\n" * 14_000, b"GET / HTTP/1.1\r\n" + b"a:\r\n" * 90_000 + b"\r\n"],
    ids=["requests", "fields"],
)
async def test_a_packet_holds_nobody(packet: bytes) -> None:
    async def wait(_scope: Scope, _receive: Receive, _send: Send) -> None:
        await asyncio.sleep(60)

    config = uvicorn.Config(wait, log_config=None, lifespan="off", ws="none", http=LimitedProtocol)
    config.load()

    def receive() -> None:
        connection = LimitedProtocol(config=config, server_state=ServerState(), app_state={})
        connection.connection_made(Mock(spec=asyncio.Transport, is_closing=lambda: False))
        connection.data_received(packet)
        for task in connection.tasks:
            task.cancel()

    assert measure_work(receive, LIMIT_S / 4) < LIMIT_S / 4


def test_a_body_arrives_in_time(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "BODY_S", 0.3)
    with connect(url) as connection:
        connection.sendall(b"POST /api/v1/session HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{")
        answer = read_to_the_end(connection)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"body_too_slow" in answer


def test_few_large_bodies_are_received_at_once(url: str) -> None:
    def upload() -> int:
        return httpx.put(f"{url}/api/v1/authoring/problems/double/archive", content=b"x").status_code

    with ExitStack() as stack:
        for _ in range(MAX_UPLOADS_OF_NETWORK):
            connection = stack.enter_context(connect(url))
            connection.sendall(UPLOAD + b"x" * 1000)
        while upload() != 503:
            pass  # The last one's head hasn't been read yet.
        assert httpx.post(f"{url}/api/v1/session", json={}).status_code == 422, "small bodies have room"
    while upload() == 503:
        pass
    assert upload() == 401


def test_the_service_has_these_limits(settings: Settings) -> None:
    """The server of the other tests isn't made by the service."""
    config = _Server(create_app(settings), "", lambda _: None, None).config
    config.load()
    assert (config.http_protocol_class, config.ws_protocol_class) == (LimitedProtocol, None)
