"""The mounts of this machine, for tests that a sandbox leaves none behind."""

from __future__ import annotations

from pathlib import Path
from typing import Final

HOSTS: Final = "/run/netns/"  # `ip netns` keeps the hosts of tests/chaos here, which another worker may be running


def find_mounts() -> list[str]:
    """Return the mount points, sorted, without network namespaces."""
    lines = Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines()
    places = (line.split()[4] for line in lines)
    return sorted(place for place in places if not f"{place}/".startswith(HOSTS))
