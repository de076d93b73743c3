"""The mounts and the shared memory of this machine, for tests that a sandbox leaves nothing there."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

HOSTS: Final = "/run/netns/"  # `ip netns` keeps the hosts of tests/chaos here, which another worker may be running
ELSEWHERE: Final = ("PostgreSQL.", "jaxdojo-postgresql-", ".org.chromium.", "sem.")
"""How the names begin that other workers' servers and browsers have in shared memory."""


def find_mounts() -> list[str]:
    """Return the mount points, sorted, without network namespaces."""
    lines = Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines()
    places = (line.split()[4] for line in lines)
    return sorted(place for place in places if not f"{place}/".startswith(HOSTS))


def find_shared_memory(user: int) -> list[str]:
    """Return the names in shared memory, sorted, without those of other workers' servers and browsers.

    What belongs to `user`, whose sandboxes are looked for, counts whatever its name is.
    """
    found = []
    for path in Path("/dev/shm").iterdir():  # noqa: S108 - only looked at
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_uid == user or not path.name.startswith(ELSEWHERE):
                found.append(path.name)
    return sorted(found)
