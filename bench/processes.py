"""Processes of this machine."""

from __future__ import annotations

from pathlib import Path


def list_below(root: int) -> list[tuple[int, bytes]]:
    """Return the process id and the command line of each descendant of process `root`."""
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
