"""Where the socket of a background grader is, and who is at its other end.

Only the user who started it may use it: its folder has mode 700 and the socket 600, and both ends ask the kernel who
the other one is. The socket's name is a digest of the settings and of the program's files, so that neither other
settings nor an older program grade.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import socket
import stat
import struct
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.kit.settings import PACKAGE
from app.kit.version import find_version

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import TextIOWrapper

    from app.kit.settings import Settings

NAME: Final = "jaxdojo"
CREDENTIALS: Final = struct.Struct("3i")
"""Process, user and group, as the kernel tells them."""
OLD_SECONDS: Final = 7 * 24 * 3600.0
"""Seconds after which a lock that nobody holds is deleted; taking it counts as use."""
FIELDS: Final = {
    *("data", "database_url", "problems", "references", "bundles_url", "device", "cgroups", "minimum_tier"),
    *("sandbox_memory_mb", "sandbox_threads", "sandbox_output_kib", "sandbox_uid", "sandbox_packages"),
    *("other_pythons", "log_level"),
}
"""The settings on which a report may depend, or where it comes from."""


class UnsafePlaceError(Exception):
    """The runtime folder isn't this user's alone, or it can't be made; the message says which."""


def find_socket(settings: Settings) -> Path:
    """Return the path of the socket for these settings; raises `UnsafePlaceError`."""
    return _find_folder() / f"{_digest(settings)}.sock"


@contextlib.contextmanager
def shorten(path: Path) -> Iterator[str]:
    """Yield a short name of a socket's path while the context lasts: the kernel takes 107 bytes. Raises `OSError`."""
    folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


def _find_folder() -> Path:
    """Return the folder of sockets, made if it isn't there."""
    given = os.environ.get("XDG_RUNTIME_DIR", "")
    base = Path(given) if given and Path(given).is_dir() else None
    folder = base / NAME if base is not None else Path(tempfile.gettempdir()) / f"{NAME}-{os.getuid()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError as error:
        raise UnsafePlaceError(f"{folder} can't be made: {error.strerror}") from error
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o077:
        raise UnsafePlaceError(f"{folder} isn't a folder that only you can use")
    return folder


def _digest(settings: Settings) -> str:
    told = settings.model_dump_json(include=FIELDS)
    here = str(Path.cwd()) if _has_relative(settings) else ""
    parts = [told, find_version(), str(PACKAGE), _describe_program(), here]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


def _has_relative(settings: Settings) -> bool:
    """Whether a path among the settings depends on the working directory."""
    paths = [settings.data, settings.problems, settings.references]
    if settings.is_sqlite:
        paths.append(Path(settings.database_url.removeprefix("sqlite:///")))
    return not all(path.is_absolute() for path in paths)


def _describe_program() -> str:
    """Return what changes when a file of the program does: how many there are, and when the last was written."""
    roots = [PACKAGE, PACKAGE.parent / "grader"]
    times = [path.stat().st_mtime_ns for root in roots for path in root.rglob("*.py")]
    return f"{len(times)} {max(times)}"


def drop_old(folder: Path) -> None:
    """Delete what processes that were killed left in a folder of sockets, once it is old."""
    for path in folder.glob("*.lock"):
        with contextlib.suppress(OSError):
            if path.stat().st_mtime > time.time() - OLD_SECONDS:
                continue
            held = lock(path)
            if held is not None:
                for suffix in (".sock", ".log", ".lock"):
                    path.with_suffix(suffix).unlink(missing_ok=True)
                held.close()


def lock(path: Path) -> TextIOWrapper | None:
    """Return the lock of a socket, held until it is closed; None while another process holds it."""
    file = path.with_suffix(".lock").open("w", encoding="ascii")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file


def is_own(peer: socket.socket) -> bool:
    """Return whether the process at the other end of a Unix socket is this user's."""
    told = peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size)
    _, user, _ = CREDENTIALS.unpack(told)
    return bool(user == os.getuid())
