"""The socket on which the service listens, and the address that it tells."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import pytest

from app.kit.addresses import show_address
from app.kit.errors import AddressInUseError
from app.kit.settings import Settings
from app.server.processes import listen, serve

if TYPE_CHECKING:
    from pathlib import Path


def test_answers_are_sent_at_once() -> None:
    """Without `TCP_NODELAY`, each response waits 40 ms between its head and its body."""
    with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        connection, _ = listening.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0


def test_a_taken_port_is_told() -> None:
    with listen("127.0.0.1", 0) as taken, pytest.raises(AddressInUseError, match=str(taken.getsockname()[1])):
        listen("127.0.0.1", taken.getsockname()[1])


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000"),
        ("dojo.example", "http://dojo.example:8000"),
        ("::1", "http://[::1]:8000"),
        ("0.0.0.0", "http://127.0.0.1:8000"),  # noqa: S104 - nothing is bound
        ("::", "http://[::1]:8000"),
    ],
)
def test_browsers_can_open_the_address_that_is_shown(host: str, address: str) -> None:
    assert show_address(host, 8000) == address
    assert Settings(host=host, port=8000, _env_file=None).address == address


def test_the_server_tells_such_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    class Server:
        started = True

        def __init__(self, _application: object, address: str, *_others: object) -> None:
            told.append(address)

        def run(self, sockets: list[socket.socket]) -> None:
            told.append(f"http://127.0.0.1:{sockets[0].getsockname()[1]}")

    async def accept(_settings: Settings) -> None:
        pass

    for name in ("set_up_logs", "return_large_blocks", "prepare_database", "create_app"):
        monkeypatch.setattr(f"app.server.processes.{name}", lambda *_given: None)
    monkeypatch.setattr("app.server.processes._check_secrets", accept)
    monkeypatch.setattr("app.server.processes._Server", Server)
    settings = Settings(data=tmp_path, host="0.0.0.0", port=0, _env_file=None)  # noqa: S104 - for an instant
    assert serve(settings, print) == 0
    assert told[0] == told[1]
