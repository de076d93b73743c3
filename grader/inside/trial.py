"""Tests each wall from inside a worker, for `grader.sandbox.doctor`. Standard library only; runs no authored code.

A worker that gets the task `trial` instead of a submission is confined like every other. It reports each finding as a
pair: whether the wall holds, and what was tried.
"""

from __future__ import annotations

import contextlib
import errno
import mmap
import os
import socket
import sys
import threading
from typing import TYPE_CHECKING, Final

from grader.inside.confine import SCRATCH
from grader.protocol import Frame, FrameKind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Finding = tuple[bool, str]
SHOWN: Final = ("cpuinfo",)
"""The complete contents of /proc."""
MEBIBYTE: Final = bytes(2**20)
THREAD_STACK_BYTES: Final = 2**18
NEARBY: Final = 64
"""Process ids below this number are tried, whether or not they exist."""


def run_trial(job: Mapping[str, object], send: Callable[[Frame], None]) -> None:
    """Run the trials and send DONE; if `job` requests `execute`, run another program instead, which must be killed."""
    if job.get("execute"):
        os.execv(sys.executable, [sys.executable, "-c", ""])  # noqa: S606 - the filter must kill it
    hidden, pids = job.get("hidden"), job.get("pids")
    findings: dict[str, object] = {
        "network": try_network(),
        "files": try_files([str(path) for path in hidden] if isinstance(hidden, list) else []),
        "landlock": try_landlock(),
        "scratch": try_scratch(_number(job, "scratch_bytes")),
        "shared memory": try_shared_memory(),
        "limits": try_limits(_number(job, "memory_bytes"), _number(job, "threads")),
        "other processes": try_processes([int(pid) for pid in pids] if isinstance(pids, list) else []),
    }
    send(Frame(FrameKind.DONE, {"findings": findings}))


def _number(job: Mapping[str, object], name: str) -> int:
    value = job.get(name)
    return value if isinstance(value, int) else 0


def try_network() -> Finding:
    """Check that no socket can be made."""
    try:
        socket.socket(socket.AF_INET, socket.SOCK_STREAM).close()
    except OSError as error:
        return True, f"making a socket: {error.strerror}"
    return False, "a socket could be made"


def try_files(paths: list[str]) -> Finding:
    """Check that none of the host's `paths` can be opened or listed."""
    for path in paths:
        try:
            os.close(os.open(path, os.O_RDONLY))
        except OSError:
            continue
        if os.path.isdir(path) and not os.listdir(path):  # noqa: PTH112, PTH208 - an empty mount point on the way down
            continue
        return False, f"{path} could be opened"
    return True, f"can't be opened: {', '.join(paths)}"


def try_landlock() -> Finding:
    """Check that the root directory, which is visible in the jail but not allowed by Landlock, can't be listed."""
    try:
        os.listdir("/")  # noqa: PTH208 - pathlib is needless weight here
    except PermissionError as error:
        return True, f"listing /: {error.strerror}"
    return False, "/ could be listed"


def try_scratch(limit: int) -> Finding:
    """Check that the scratch directory is full after `limit` bytes, by filling it with two files."""
    written = 0
    names = [f"{SCRATCH}/{number}" for number in range(2)]
    try:
        for name in names:
            descriptor = os.open(name, os.O_CREAT | os.O_WRONLY, 0o600)
            with contextlib.closing(os.fdopen(descriptor, "wb", buffering=0)) as file:
                while written < 2 * limit:
                    try:
                        written += file.write(MEBIBYTE) or 0
                    except OSError as error:
                        if error.errno == errno.EFBIG:  # the file has its maximum size
                            break
                        raise
    except OSError as error:
        files = os.statvfs(SCRATCH).f_files
        return 0 < written <= limit, f"after {written >> 20} MiB: {error.strerror}; {files} files at most"
    finally:
        for name in names:
            with contextlib.suppress(OSError):
                os.unlink(name)  # noqa: PTH108 - pathlib is needless weight here
    return False, f"{written >> 20} MiB could be written"


def try_shared_memory() -> Finding:
    """Check that shared memory, which RLIMIT_DATA doesn't count, can't be mapped."""
    try:
        mmap.mmap(-1, mmap.PAGESIZE).close()
    except OSError as error:
        return True, f"mapping shared memory: {error.strerror}"
    return False, "shared memory could be mapped"


def try_limits(memory: int, threads: int) -> Finding:
    """Check that the whole memory limit can't be allocated at once, and that no more threads than allowed can start."""
    try:
        bytearray(memory)
    except MemoryError:
        refused = f"{memory >> 20} MiB at once: refused"
    else:
        return False, f"{memory >> 20} MiB at once could be allocated"
    # Small stacks: if memory ran out first, a thread could fail before reporting its start, and start() would hang.
    threading.stack_size(THREAD_STACK_BYTES)
    release = threading.Event()
    started: list[threading.Thread] = []
    try:
        while len(started) <= threads:
            thread = threading.Thread(target=release.wait, daemon=True)
            thread.start()
            started.append(thread)
    except (RuntimeError, MemoryError):  # no thread, or no memory for Python's data about it
        return True, f"{refused}; {len(started)} threads could be started"
    finally:
        release.set()
        for thread in started:
            thread.join()
    return False, f"{len(started)} threads could be started"


def try_processes(pids: list[int]) -> Finding:
    """Check that /proc shows no processes, and that no process's memory can be opened by guessing its id."""
    seen = sorted(os.listdir("/proc"))  # noqa: PTH208 - pathlib isn't needed
    for pid in {*pids, *range(1, NEARBY)}:
        with contextlib.suppress(OSError):
            os.close(os.open(f"/proc/{pid}/mem", os.O_RDONLY))
            return False, f"the memory of process {pid} could be opened"
    tested = f"/proc lists {seen}; the memory of the zygote, a sibling and other processes can't be opened"
    return seen == sorted(SHOWN), tested
