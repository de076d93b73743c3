"""Free ports of this machine for tests that start servers."""

from __future__ import annotations

import random
import socket
from typing import Final

RANGE: Final = range(20_000, 32_000)
"""Ports below those of outgoing connections, which could take one between finding and using it."""


def find_free_port() -> int:
    """Return an unused port.

    It is chosen at random, so that two workers that search at the same time don't find the same one.
    """
    draw = random.SystemRandom()
    while True:
        port = draw.choice(RANGE)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
