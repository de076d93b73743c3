"""Reads a worker's walls from the kernel, before the worker gets any work.

A worker's READY comes from a process whose parent has run an author's code, so it can't be trusted. The supervisor
reads /proc/PID/status instead, where the kernel lists the real filters, capabilities, ids and namespaces of a process.
That takes a tenth of a millisecond. The doctor tests walls that aren't visible there: Landlock, mounts, limits.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from grader.errors import SandboxStartError, SandboxUnavailableError

Tier = Literal["A", "B", "G", "none"]
"""A: every wall and a control group. B: without control groups. G: with a GPU. none: nothing is graded."""

CAPABILITY_LINES: Final = ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")
FILTERS_LINE: Final = "Seccomp_filters"
NEWER_KERNEL: Final = "use Linux 5.13 or newer, which says how many filters a process has"
_FILTERING: Final = "2"


@dataclass(frozen=True, slots=True)
class Row:
    """One wall: whether it stands, how that was tested, and what to do if it doesn't."""

    wall: str
    stands: bool
    tested: str
    advice: str = ""


def read_walls(pid: int, *, forked: bool) -> list[Row]:
    """Return a row for each wall of the process `pid` that the kernel reports; raise OSError if it is gone.

    A `forked` worker has the zygote's filter in addition to its own, and a PID namespace within the zygote's. The
    filters that this process has are not counted: the worker inherited them from it, as it does those of systemd or a
    container, and they are nobody's wall.
    """
    status = _read_status(pid)
    users = sorted({int(number) for key in ("Uid", "Gid") for number in status[key].split()})
    held = [name for name in CAPABILITY_LINES if int(status[name], 16)]
    numbers = status["NSpid"].split()
    depth = 3 if forked else 2
    return [
        Row("user", 0 not in users, f"its user and group ids, seen from outside, are {users}"),
        Row("capabilities", not held, f"capability sets that aren't empty: {', '.join(held) or 'none'}"),
        Row("no new privileges", status["NoNewPrivs"] == "1", f"NoNewPrivs is {status['NoNewPrivs']}"),
        _judge_filters(status, _read_status("self"), wanted=2 if forked else 1),
        Row(
            "own process namespace",
            len(numbers) >= depth and numbers[-1] == "1",
            f"it is process {numbers[-1]}, {len(numbers) - 1} namespaces below the host's",
        ),
    ]


def _read_status(process: int | Literal["self"]) -> dict[str, str]:
    text = Path(f"/proc/{process}/status").read_text(encoding="utf-8", errors="replace")
    return {name: value.strip() for name, _, value in (line.partition(":") for line in text.splitlines())}


def _judge_filters(status: dict[str, str], own: dict[str, str], wanted: int) -> Row:
    """Tell whether a worker has at least `wanted` filters more than this process, of the status `own`, has."""
    wall = "seccomp mode"
    if FILTERS_LINE not in status or FILTERS_LINE not in own:
        return Row(wall, stands=False, tested=f"/proc/PID/status has no {FILTERS_LINE}", advice=NEWER_KERNEL)
    inherited = int(own[FILTERS_LINE])
    added = int(status[FILTERS_LINE]) - inherited
    tested = f"Seccomp is {status['Seccomp']}; {added} filters were added to {inherited} inherited ones"
    return Row(wall, status["Seccomp"] == _FILTERING and added >= wanted, tested)


def require_walls(pid: int | None, *, forked: bool) -> None:
    """Raise `SandboxUnavailableError` if a wall doesn't stand, and `SandboxStartError` if the process is gone."""
    try:
        rows = read_walls(pid, forked=forked) if pid is not None else []
    except (OSError, KeyError, ValueError) as error:
        raise SandboxStartError(f"a worker's walls can't be read: {error}") from error
    if not rows:
        raise SandboxStartError("a worker ended when it was ready")
    for row in rows:
        if not row.stands:
            raise SandboxUnavailableError(row.wall, row.tested)
