"""Processes and ports of this machine."""

from __future__ import annotations

import socket
from pathlib import Path


def find_free_port() -> int:
    """Return a TCP port of the loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def list_below(root: int) -> list[tuple[int, bytes]]:
    """Return process id and command line of each process that descends from process `root`."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            fields = (path / "stat").read_bytes().rpartition(b")")[2].split()
            parents[int(path.name)] = int(fields[1])
        except (OSError, IndexError):
            continue
    below = {root}
    while more := {pid for pid, parent in parents.items() if parent in below} - below:
        below |= more
    found = []
    for pid in sorted(below - {root}):
        try:
            found.append((pid, Path(f"/proc/{pid}/cmdline").read_bytes()))
        except OSError:
            continue
    return found
