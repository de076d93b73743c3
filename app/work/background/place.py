"""The path of a background grader's socket, and the check of who is at its other end.

Only the user who started the grader may use it: its folder has mode 700 and the socket 600, and both ends ask the
kernel who their peer is. The socket's name is a digest of the settings and of the program's files, so that a grader
with other settings or of an older version is never used.
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
"""The format of the kernel's `ucred`: process, user and group ids."""
OLD_SECONDS: Final = 7 * 24 * 3600.0
"""The time since the last use, in seconds, after which a free lock is deleted; taking it counts as use."""
FIELDS: Final = {
    *("data", "database_url", "problems", "references", "bundles_url", "device", "cgroups", "minimum_tier"),
    *("sandbox_memory_mb", "sandbox_threads", "sandbox_output_kib", "sandbox_uid", "sandbox_packages"),
    *("other_pythons", "log_level"),
}
"""The settings that may affect a report or where it comes from."""


class UnsafePlaceError(Exception):
    """The runtime folder isn't private to this user, or it can't be created; the message says which."""


def find_socket(settings: Settings) -> Path:
    """Return the path of the socket for these settings; raises `UnsafePlaceError`."""
    return _find_folder() / f"{_digest(settings)}.sock"


@contextlib.contextmanager
def shorten(path: Path) -> Iterator[str]:
    """Yield a short alias of a socket's path for the duration of the block: the kernel's limit is 107 bytes.

    Raises `OSError`.
    """
    folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


def _find_folder() -> Path:
    """Return the folder of sockets; create it if necessary."""
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
    """Return whether a path in the settings is relative to the working directory."""
    paths = [settings.data, settings.problems, settings.references]
    if settings.is_sqlite:
        paths.append(Path(settings.database_url.removeprefix("sqlite:///")))
    return not all(path.is_absolute() for path in paths)


def _describe_program() -> str:
    """Return a text that changes when the program's files do: their number, and the time of the last change."""
    roots = [PACKAGE, PACKAGE.parent / "grader"]
    times = [path.stat().st_mtime_ns for root in roots for path in root.rglob("*.py")]
    return f"{len(times)} {max(times)}"


def drop_old(folder: Path) -> None:
    """Delete old files that killed processes left in a folder of sockets."""
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
    """Return the lock of a socket, which is held until it is closed; None if another process holds it."""
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
