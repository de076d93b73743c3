"""Processor time of processes and of the machine, from /proc."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from bench.processes import list_below

TICK_S: Final = 1 / os.sysconf("SC_CLK_TCK")


def read_processor_s(root: int) -> float:
    """Return the processor time of process `root`, its descendants and its ended children so far, in seconds."""
    ticks = 0
    for pid in (root, *(pid for pid, _ in list_below(root))):
        try:
            ticks += sum(int(field) for field in _read_fields(pid)[11:15])  # its own, then its ended children's
        except OSError:
            continue
    return ticks * TICK_S


def read_busy_s() -> float:
    """Return how long the machine's cores have been busy so far, all cores added up, in seconds."""
    user, nice, system, _idle, _waiting, *others = Path("/proc/stat").read_text(encoding="ascii").split()[1:9]
    return sum(map(int, (user, nice, system, *others))) * TICK_S


def find_postmaster(backend: int) -> int | None:
    """Return the main process of the PostgreSQL server with this backend; None if it isn't on this machine."""
    try:
        if Path(f"/proc/{backend}/comm").read_text(encoding="ascii").strip() != "postgres":
            return None
        return int(_read_fields(backend)[1])
    except OSError:
        return None


def _read_fields(pid: int) -> list[bytes]:
    """Return the fields of a process's `stat` that follow its name: its state, its parent, and so on."""
    return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
