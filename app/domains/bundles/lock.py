"""A lock on a folder that several processes of this machine share, such as a server and its runners."""

from __future__ import annotations

import fcntl
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAME: Final = ".lock"
SCRATCH: Final = ".fetching-"
"""Prefix of folders that are being filled under the lock."""


@contextmanager
def hold(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, which the kernel releases if the process is killed.

    Creates the folder; blocks. Folders that a killed process left half filled are removed. Raises `OSError`.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (folder / NAME).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for half in folder.glob(f"{SCRATCH}*"):
            shutil.rmtree(half, ignore_errors=True)
        yield
