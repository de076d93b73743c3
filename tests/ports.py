"""Ports of this machine for servers that a test starts."""

from __future__ import annotations

import random
import socket
from typing import Final

RANGE: Final = range(20_000, 32_000)
"""Below the ports that the kernel hands to outgoing connections, which could take one between finding and use."""


def find_free_port() -> int:
    """Return a port that nobody listens on.

    It is drawn at random, so that two workers that look at the same moment don't find the same one.
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
