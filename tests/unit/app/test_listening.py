"""The socket on which the service listens."""

from __future__ import annotations

import socket

import pytest

from app.kit.errors import AddressInUseError
from app.server.processes import listen


def test_answers_are_sent_at_once() -> None:
    """Without `TCP_NODELAY`, each response waits 40 ms between its head and its body."""
    with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        connection, _ = listening.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0


def test_a_taken_port_is_told() -> None:
    with listen("127.0.0.1", 0) as taken, pytest.raises(AddressInUseError, match=str(taken.getsockname()[1])):
        listen("127.0.0.1", taken.getsockname()[1])
