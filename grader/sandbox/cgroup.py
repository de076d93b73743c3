"""Control groups: limit the resources of a whole sandbox, and report whether it exceeded them.

Theory of operation
-------------------
Process limits (`grader.inside.confine`) apply to a single process. A control group limits what all of a sandbox's
processes use together, including page cache and kernel memory, and counts the processes killed for exceeding it. Each
worker gets a group of its own, in this runner's directory, which is below the runner's own group: the operator's limits
on the runner also apply to everything below it. ::

    version 2   <own group>/jaxdojo-<pid>-<start>/<number>      one tree; needs `memory` and `pids` delegated
    version 1   the same below each of memory, pids and cpu     for root, as a rule

The supervisor adds the worker's process id, which it gets from the kernel through a pidfd, before it sends the worker
anything. No path here comes from a sandbox, and none of these files is visible inside one. A directory is removed once
its processes are reaped. The directory of a runner that died is recognized by its name, which identifies the runner.
`grader.sandbox.cgroup_setup` finds the location of these directories.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import signal
import threading
import time
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

REQUIRED: Final = ("memory", "pids")
OPTIONAL: Final = ("cpu",)
NEAR: Final = 2**20
"""A group within this many bytes of its limit counts as having reached it, because the kernel charges in batches."""
REMOVE_SECONDS: Final = 0.25
REMOVE_PAUSE_SECONDS: Final = 0.002
_OWN_NAME: Final = re.compile(r"jaxdojo-(\d+)-(\d+)")
_UNLIMITED_SHARES: Final = 1024


@dataclass(frozen=True, slots=True)
class GroupLimits:
    """The limits of one group; `weight` is its share of the processor relative to its siblings, 100 by default."""

    memory_bytes: int
    pids: int
    weight: int = 100


@dataclass(frozen=True, slots=True)
class MemoryEvents:
    """The kernel's counters: processes killed because memory ran out, and whether the group ever reached its limit."""

    kills: int
    at_limit: bool


class Group:
    """One sandbox's group: a directory, or with version 1 a directory for each controller."""

    def __init__(self, directories: Mapping[str, Path], *, unified: bool) -> None:
        """Use the existing `directories`, by controller."""
        self._directories = directories
        self._unified = unified

    @property
    def unified(self) -> bool:
        """Whether the group is of version 2."""
        return self._unified

    @property
    def controllers(self) -> tuple[str, ...]:
        """The names of the limited resources."""
        return tuple(sorted(self._directories))

    def limit(self, limits: GroupLimits) -> None:
        """Set the limits; raise OSError if a required one can't be set."""
        for controller, name, value, must in self._settings(limits):
            path = self._directories.get(controller)
            if path is None:
                continue
            try:
                write(path / name, value)
            except OSError:
                if must:
                    raise

    def add(self, pid: int) -> None:
        """Move the process `pid` into the group, with all its threads; raise OSError if that fails."""
        if pid <= 0:
            raise ValueError("to the kernel, 0 is the process that writes it, which is the supervisor")
        for path in self._own_directories():
            write(path / "cgroup.procs", str(pid))

    def holds(self, pid: int) -> bool:
        """Return whether the kernel lists `pid` in the group."""
        return all(pid in read_members(path) for path in self._own_directories())

    def memory_events(self) -> MemoryEvents:
        """Return the counters; zeros if the kernel doesn't report them."""
        path = self._directories["memory"]
        if self._unified:
            events = _read_table(path / "memory.events")
            return MemoryEvents(events.get("oom_kill", 0), at_limit=events.get("max", 0) + events.get("oom", 0) > 0)
        kills = _read_table(path / "memory.oom_control").get("oom_kill", 0)
        taken, limit = (_read_number(path / f"memory.{name}_in_bytes") for name in ("max_usage", "limit"))
        return MemoryEvents(kills, at_limit=taken >= limit - NEAR)  # its failcnt stays 0 on newer kernels

    def remove(self, seconds: float = REMOVE_SECONDS) -> bool:
        """Remove the group; return whether it is gone. The kernel may need a moment after the last reaping."""
        limit = time.monotonic() + seconds
        gone = [remove_directory(path, limit) for path in self._own_directories()]
        return all(gone)

    def _own_directories(self) -> set[Path]:
        return set(self._directories.values())

    def _settings(self, limits: GroupLimits) -> Iterable[tuple[str, str, str, bool]]:
        memory, pids = str(limits.memory_bytes), str(limits.pids)
        if self._unified:
            return (
                ("memory", "memory.max", memory, True),
                ("memory", "memory.swap.max", "0", False),
                ("memory", "memory.oom.group", "1", False),
                ("pids", "pids.max", pids, True),
                ("cpu", "cpu.weight", str(limits.weight), False),
            )
        return (
            ("memory", "memory.limit_in_bytes", memory, True),
            ("memory", "memory.memsw.limit_in_bytes", memory, False),
            ("memory", "memory.swappiness", "0", False),
            ("pids", "pids.max", pids, True),
            ("cpu", "cpu.shares", str(_UNLIMITED_SHARES * limits.weight // 100), False),
        )


class Groups:
    """The directory of one runner's groups, which exists as long as one of them does. Thread-safe."""

    def __init__(self, places: Mapping[str, Path], *, unified: bool) -> None:
        """Make groups below `places`, by controller; see `make`."""
        self.unified = unified
        self._bases = {controller: place / own_name() for controller, place in places.items()}
        self._numbers = count(1)
        self._living: set[Group] = set()
        self._left: set[Group] = set()
        self._lock = threading.Lock()

    @classmethod
    def make(cls, places: Mapping[str, Path], *, unified: bool) -> Self:
        """Remove the groups of dead runners from `places`, and test whether groups can be made there.

        Raise OSError if they can't.
        """
        for place in set(places.values()):
            clear_stale(place)
        groups = cls(places, unified=unified)
        groups.release(groups.create(GroupLimits(2**28, 16)))
        return groups

    @property
    def directories(self) -> set[Path]:
        """The directories of the groups, which exist as long as there are any."""
        return set(self._bases.values())

    @property
    def controllers(self) -> tuple[str, ...]:
        """The names of the limited resources."""
        return tuple(sorted(self._bases))

    def create(self, limits: GroupLimits) -> Group:
        """Return a new group with these limits; raise OSError if it can't be made."""
        with self._lock:
            self._left = {group for group in self._left if not group.remove(0)}
            name = str(next(self._numbers))
            group = Group({controller: base / name for controller, base in self._bases.items()}, unified=self.unified)
            self._living.add(group)
            try:
                for base in self.directories:
                    base.mkdir(exist_ok=True)
                    if self.unified:
                        enable(base)
                    (base / name).mkdir()
                group.limit(limits)
            except OSError:
                self._drop(group)
                raise
        return group

    def release(self, group: Group) -> None:
        """Remove `group`, whose processes are reaped; if it is still busy, try again later."""
        gone = group.remove()
        with self._lock:
            self._drop(group, gone=gone)

    def close(self) -> None:
        """Remove all groups, and kill their processes."""
        for base in self.directories:
            _clear(base)

    def _drop(self, group: Group, *, gone: bool = False) -> None:
        self._living.discard(group)
        if not gone and not group.remove(0):
            self._left.add(group)
        if not self._living and not self._left:
            for base in self.directories:
                remove_directory(base, 0)


def own_name() -> str:
    """Return the name of this process's directory, which is unique to it."""
    return f"jaxdojo-{os.getpid()}-{_read_start(os.getpid())}"


def clear_stale(place: Path) -> None:
    """Remove the groups of dead runners from `place`, and kill their processes."""
    for path in place.iterdir():
        match = _OWN_NAME.fullmatch(path.name)
        if match is not None and _read_start(int(match[1])) != int(match[2]):
            _clear(path)


def _clear(base: Path) -> None:
    """Kill the processes in the groups of `base`, and remove the groups and `base`."""
    limit = time.monotonic() + REMOVE_SECONDS
    with contextlib.suppress(OSError):
        for path in (*(child for child in base.iterdir() if child.is_dir()), base):
            for pid in read_members(path):
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            remove_directory(path, limit)


def read_members(path: Path) -> list[int]:
    """Return the processes in the group at `path`."""
    with contextlib.suppress(OSError):
        return [pid for word in read_words(path / "cgroup.procs") if (pid := int(word)) > 0]
    return []


def remove_directory(path: Path, limit: float) -> bool:
    """Remove a group's directory, retrying until `limit` while it is busy; return whether it is gone."""
    while True:
        try:
            path.rmdir()
        except FileNotFoundError:
            return True
        except OSError as error:
            if error.errno != errno.EBUSY or time.monotonic() >= limit:
                return False
            time.sleep(REMOVE_PAUSE_SECONDS)
        else:
            return True


def _read_start(pid: int) -> int | None:
    """Return the start time of `pid`, in the kernel's clock ticks; None if there is no such process."""
    with contextlib.suppress(OSError, IndexError, ValueError):
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        return int(text.rpartition(")")[2].split()[19])
    return None


def enable(place: Path) -> None:
    """Enable the controllers for groups below `place` (version 2); raise OSError if that fails."""
    file = place / "cgroup.subtree_control"
    missing = [name for name in REQUIRED if name not in read_words(file)]
    if missing:
        write(file, " ".join(f"+{name}" for name in missing))
    for name in OPTIONAL:
        with contextlib.suppress(OSError):
            write(file, f"+{name}")


def read_words(path: Path) -> list[str]:
    """Return the words of one of the kernel's files."""
    return path.read_text(encoding="ascii").split()


def _read_table(path: Path) -> dict[str, int]:
    with contextlib.suppress(OSError, ValueError):
        pairs = (line.split() for line in path.read_text(encoding="ascii").splitlines())
        return {name: int(value) for name, value in pairs}
    return {}


def _read_number(path: Path) -> int:
    with contextlib.suppress(OSError, ValueError):
        return int(path.read_text(encoding="ascii"))
    return 0


def write(path: Path, text: str) -> None:
    """Write `text` in one call, as these files require; never create the file."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(descriptor, text.encode("ascii"))
    finally:
        os.close(descriptor)
