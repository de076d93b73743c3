"""Finds where this process may make control groups for its sandboxes, and makes their directory.

Theory of operation
-------------------
If the memory and pids controllers belong to version 2, groups are made there, otherwise in version 1. In both versions
the runner stays below its original group, so an operator's limits also apply to its sandboxes.

Version 2 allows controllers below a group only if the group itself has no processes. A runner whose group was delegated
to it (systemd's `Delegate=yes`, a container's own root) therefore moves itself, but no other process, into a leaf
beside its sandboxes' directory. If other processes share the group, this fails, and there are no control groups.
"""

from __future__ import annotations

import atexit
import contextlib
import errno
import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from grader.errors import SandboxUnavailableError
from grader.sandbox.cgroup import OPTIONAL, REQUIRED, GroupLimits, Groups, enable, read_words, remove_directory, write

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.settings import GraderSettings

RUNNER_LEAF: Final = "jaxdojo-runner"


@dataclass(frozen=True, slots=True)
class Places:
    """The directories of this process's own groups: of version 2, and of version 1 by controller."""

    unified: Path | None
    by_controller: Mapping[str, Path]


def describe_limits(settings: GraderSettings) -> GroupLimits:
    """Return a worker's limits: its private memory, its scratch directory and some slack for the kernel."""
    megabytes = settings.memory_mb + settings.scratch_mb + settings.cgroup_slack_mb
    return GroupLimits(megabytes * 2**20, settings.threads + 16)


def find_groups(settings: GraderSettings) -> Groups | None:
    """Return this process's groups, made at the first call; None if there are none.

    Raise `SandboxUnavailableError` if there are none but the settings require them.
    """
    if settings.cgroups == "off":
        return None
    found = _open_groups(os.getpid(), settings.cgroup_parent)
    if isinstance(found, Groups):
        return found
    if settings.cgroups == "require":
        raise SandboxUnavailableError("cgroup", found)
    return None


def explain_absence(settings: GraderSettings) -> str:
    """Return the reason why there are no groups, as text."""
    if settings.cgroups == "off":
        return "switched off by the settings"
    found = _open_groups(os.getpid(), settings.cgroup_parent)
    return found if isinstance(found, str) else ""


@lru_cache(maxsize=4)
def _open_groups(pid: int, parent: Path | None) -> Groups | str:
    """Return the groups of this process, whose id is `pid`, or the reason why there are none."""
    try:
        groups = open_groups(parent)
    except (OSError, ValueError) as error:
        return str(error)
    atexit.register(lambda: groups.close() if os.getpid() == pid else None)
    return groups


def open_groups(parent: Path | None = None) -> Groups:
    """Make this runner's groups below its own, or below `parent` (version 2); raise OSError or ValueError on failure.

    The error's text gives the reason.
    """
    if parent is not None:
        return make_unified(parent, move=False)
    places = find_places(
        Path("/proc/self/mountinfo").read_text(encoding="utf-8"), Path("/proc/self/cgroup").read_text(encoding="utf-8")
    )
    if places.unified is not None and _offers(places.unified):
        return make_unified(places.unified, move=True)
    missing = [name for name in REQUIRED if name not in places.by_controller]
    if missing:
        raise ValueError(f"no control group of this process has the controllers {', '.join(missing)}")
    return Groups.make(places.by_controller, unified=False)


def make_unified(place: Path, *, move: bool) -> Groups:
    """Make groups of version 2 below `place`; with `move`, this process moves from `place` to a leaf if necessary."""
    if place.name == RUNNER_LEAF:
        place = place.parent
    try:
        enable(place)
    except OSError as error:
        if error.errno != errno.EBUSY or not move:
            raise
        _enable_after_moving(place)
    names = [name for name in (*REQUIRED, *OPTIONAL) if name in read_words(place / "cgroup.subtree_control")]
    return Groups.make(dict.fromkeys(names, place), unified=True)


def _enable_after_moving(place: Path) -> None:
    leaf = place / RUNNER_LEAF
    leaf.mkdir(exist_ok=True)
    write(leaf / "cgroup.procs", str(os.getpid()))
    try:
        enable(place)
    except OSError:
        write(place / "cgroup.procs", str(os.getpid()))
        remove_directory(leaf, 0)
        raise


def find_places(mountinfo: str, own: str) -> Places:
    """Find this process's own groups, from the texts of /proc/self/mountinfo and /proc/self/cgroup."""
    paths: dict[str, str] = {}
    for line in own.splitlines():
        _, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        for controller in controllers.split(","):
            paths[controller] = path
    unified: Path | None = None
    by_controller: dict[str, Path] = {}
    for line in mountinfo.splitlines():
        left, _, right = line.partition(" - ")
        _, _, _, root, point, *_ = left.split()
        kind, _, options = right.split(maxsplit=2)
        if kind == "cgroup2" and "" in paths:
            unified = unified or _join(point, root, paths[""])
        elif kind == "cgroup":
            for controller in {*REQUIRED, *OPTIONAL} & set(options.split(",")) & paths.keys():
                by_controller.setdefault(controller, _join(point, root, paths[controller]))
    return Places(unified, by_controller)


def _join(point: str, root: str, path: str) -> Path:
    """Return the directory of the group `path` below a mount `point` of the hierarchy from `root`."""
    prefix = root.rstrip("/")
    below = path[len(prefix) :] if path == root or path.startswith(prefix + "/") else ""
    return Path(point.encode().decode("unicode_escape")) / below.lstrip("/")


def _offers(place: Path) -> bool:
    with contextlib.suppress(OSError):
        return set(REQUIRED) <= set(read_words(place / "cgroup.controllers"))
    return False
