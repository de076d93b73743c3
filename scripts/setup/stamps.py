"""Stamp files, which record the set-up steps that are done, and for which inputs."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
from typing import TYPE_CHECKING, Final

from scripts.setup.commands import ROOT, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

STAMPS: Final = ROOT / ".make"


def digest(paths: Iterable[Path], *facts: str) -> str:
    """Return the SHA-256 of the facts and of the files' names and contents."""
    total = hashlib.sha256()
    for fact in facts:
        total.update(fact.encode() + b"\0")
    for path in sorted(paths):
        total.update(str(path.relative_to(ROOT)).encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def is_stamped(stamp: Path, *values: str) -> bool:
    """Return whether `stamp` contains one of the values, which means that its step has nothing to do."""
    try:
        return stamp.read_text() in values
    except OSError:
        return False


@contextlib.contextmanager
def one_at_a_time(name: str = "lock") -> Iterator[None]:
    """Hold the named lock, so that two set-ups, or two builds of the site, don't run at once in a checkout."""
    STAMPS.mkdir(exist_ok=True)
    with (STAMPS / name).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("waiting for another one in this checkout")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
