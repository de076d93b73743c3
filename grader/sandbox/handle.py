"""Handles of a sandbox's process, to watch, kill and reap it. There are two kinds: for a jail and for a zygote's child.

Theory of operation
-------------------
A *jail* is bubblewrap, our own child. The worker in it is the first process of its PID namespace. When the worker dies,
the kernel kills everything else in the namespace, and bubblewrap outside reaps the worker and ends in the same way, so
the processor time of all processes is counted. One thread, which lives as long as the program, starts every jail:
bubblewrap asks to be killed when its parent ends, and to the kernel the parent is the *thread* that started it.

A *fork* is a zygote's child, the first process of a PID namespace of its own. We know it by a pidfd that the zygote
made, through which it is watched and killed. The zygote reaps it and writes how it ended to the status pipe. When a
zygote dies, its children die too, and then it is unknown how they ended.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from grader.errors import SandboxStartError, SandboxUnavailableError
from grader.sandbox.outcome import find_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.sandbox.pipes import Pipes

SIGNAL_BASE: Final = 128
REAP_SECONDS: Final = 10.0
STATUS_BYTES: Final = 4096
DUMP_SIGNAL: Final = signal.SIGUSR1
"""Makes a worker print its traceback (`grader.inside.worker`)."""
DUMP_SECONDS: Final = 1.0
DUMP_BYTES: Final = 2**18
"""The most bytes that are read until the traceback's line is found: a submission can print others without end."""
_starter = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sandbox-starter")


class Handle(Protocol):
    """The interface through which `SandboxProcess` handles its process."""

    exit_fd: int
    """Readable once the process has ended."""

    def pid(self) -> int | None:
        """Return the id of the outermost process on the host."""

    def worker_pid(self) -> int | None:
        """Return the worker's process id on the host, or None while it isn't known."""

    def signal(self, number: int) -> None:
        """Send the worker a signal that it handles."""

    def kill(self) -> None:
        """Kill the worker and all its descendants."""

    def reap(self) -> tuple[int | None, float]:
        """Return the exit status (negative: the signal) and processor time, in seconds, of a process that ended.

        The status is None if the zygote that knew it is gone.
        """

    def close(self) -> None:
        """Close the handle's own descriptors, but not the pipes."""


class JailHandle:
    """A sandbox with a bubblewrap of its own."""

    def __init__(self, process: subprocess.Popen[bytes], status_fd: int) -> None:
        """Hold `process`; bubblewrap reports its child at the other end of `status_fd`."""
        self._process = process
        self._status_fd = status_fd
        self._status = b""
        self._worker_pid: int | None = None
        self._worker_fd: int | None = None
        self.exit_fd = os.pidfd_open(process.pid)

    def pid(self) -> int:
        """Return bubblewrap's process id."""
        return self._process.pid

    def worker_pid(self) -> int | None:
        """Return the worker's process id on the host, or None until bubblewrap has made it."""
        if self._worker_fd is None:
            self._read_status()
        return self._worker_pid

    def signal(self, number: int) -> None:
        """Send the worker a signal if it is known."""
        if self._worker_fd is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._worker_fd, number)

    def kill(self) -> None:
        """Kill the worker, which ends everything else; if it isn't known, kill bubblewrap's process group."""
        self._read_status()
        if self._worker_fd is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._worker_fd, signal.SIGKILL)
            if wait_readable(self.exit_fd, REAP_SECONDS):
                return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def reap(self) -> tuple[int, float]:
        """Return our child's exit status and the processor time of all processes in the sandbox."""
        for descriptor in (self.exit_fd, self._worker_fd):
            if descriptor is not None:
                wait_readable(descriptor, REAP_SECONDS)
        pid, status, usage = os.wait4(self._process.pid, os.WNOHANG)
        if pid == 0:
            raise SandboxStartError(f"process {self._process.pid} can't be killed")
        code = self._process.returncode = os.waitstatus_to_exitcode(status)
        return read_exit_status(code), usage.ru_utime + usage.ru_stime

    def close(self) -> None:
        """Close the pidfds."""
        os.close(self.exit_fd)
        if self._worker_fd is not None:
            os.close(self._worker_fd)

    def _read_status(self) -> None:
        """Read bubblewrap's report about its child."""
        with contextlib.suppress(BlockingIOError):
            self._status += os.read(self._status_fd, STATUS_BYTES)
        *lines, self._status = self._status.split(b"\n")
        for line in lines:
            pid = json.loads(line).get("child-pid")
            if isinstance(pid, int) and self._worker_fd is None:
                self._adopt_worker(pid)

    def _adopt_worker(self, pid: int) -> None:
        """Open the worker's pidfd, and make sure that the number still refers to that process."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            descriptor = os.pidfd_open(pid)
            parent = int(read_stat(pid)[1])
            if os.getsid(parent) == self._process.pid:
                self._worker_pid, self._worker_fd = pid, descriptor
            else:
                os.close(descriptor)


class ForkHandle:
    """A sandbox forked by a zygote."""

    def __init__(self, pidfd: int, status_fd: int) -> None:
        """Hold the child behind `pidfd`; its zygote writes how it ended to the other end of `status_fd`.

        The zygote may have sent any descriptor: check with `parent_pid` that it belongs to the zygote's child.
        """
        self.exit_fd = pidfd
        self._status_fd = status_fd

    def pid(self) -> int | None:
        """Return the child's process id on the host."""
        return self.worker_pid()

    def worker_pid(self) -> int | None:
        """Return the child's process id on the host."""
        with contextlib.suppress(OSError, ValueError):
            for line in Path(f"/proc/self/fdinfo/{self.exit_fd}").read_text(encoding="ascii").splitlines():
                name, _, value = line.partition(":")
                if name == "Pid" and int(value) > 0:
                    return int(value)
        return None

    def parent_pid(self) -> int | None:
        """Return the process id of the child's parent, or None if this isn't a living process."""
        pid = self.worker_pid()
        with contextlib.suppress(OSError, ValueError, IndexError):
            if pid is not None:
                return int(read_stat(pid)[1])
        return None

    def signal(self, number: int) -> None:
        """Send the child a signal."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.exit_fd, number)

    def kill(self) -> None:
        """Kill the child, the first process of its PID namespace, and thereby all others in it."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.exit_fd, signal.SIGKILL)

    def reap(self) -> tuple[int | None, float]:
        """Return the zygote's report of the child's end; None and 0.0 if the zygote is gone too."""
        if not wait_readable(self.exit_fd, REAP_SECONDS):
            raise SandboxStartError("a zygote's child can't be killed")
        wait_readable(self._status_fd, REAP_SECONDS)
        with contextlib.suppress(BlockingIOError, ValueError, KeyError):
            report = json.loads(os.read(self._status_fd, STATUS_BYTES))
            return int(report["returncode"]), float(report["cpu"])
        return None, 0.0

    def close(self) -> None:
        """Close the pidfd."""
        os.close(self.exit_fd)


def start_jail(command: Sequence[str], theirs: Pipes, ours: Pipes, *, also: tuple[int, ...] = ()) -> JailHandle:
    """Run `command` with the sandbox's ends of the pipes, which are then closed here, and the descriptors `also`.

    Raise `SandboxUnavailableError` if it can't be started.
    """
    return _starter.submit(_start_jail, command, theirs, ours, also).result()


def _start_jail(command: Sequence[str], theirs: Pipes, ours: Pipes, also: tuple[int, ...]) -> JailHandle:
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=theirs.stdout,
            stderr=theirs.stderr,
            pass_fds=(theirs.requests, theirs.replies, theirs.status, *also),
            env={},
            cwd="/",
            start_new_session=True,
        )
    except OSError as error:
        raise SandboxUnavailableError("jail", f"bubblewrap can't be started: {error}") from error
    finally:
        theirs.close()
    return JailHandle(process, ours.status)


def read_exit_status(code: int) -> int:
    """Return bubblewrap's exit status as that of the process in it: the negative number if a signal ended it.

    bubblewrap exits with 128 + n both if signal n ended the process, and if the process exited with that status itself.
    """
    number = code - SIGNAL_BASE
    return -number if number > 0 and number in signal.valid_signals() else code


def find_current_line(handle: Handle, stderr: int) -> int | None:
    """Make a worker print its traceback to `stderr`, which must be drained; return the submission's line, if any.

    This takes at most `DUMP_SECONDS`, whatever the worker prints.
    """
    handle.signal(DUMP_SIGNAL)
    dump, limit = b"", time.monotonic() + DUMP_SECONDS
    while find_line(dump) is None and len(dump) < DUMP_BYTES:
        left = limit - time.monotonic()
        if left <= 0 or not wait_readable(stderr, left):
            break
        with contextlib.suppress(BlockingIOError):
            some = os.read(stderr, DUMP_BYTES)
            dump += some
            if not some:
                break
    return find_line(dump)


def wait_readable(descriptor: int, seconds: float) -> bool:
    """Wait until `descriptor` is readable, at most `seconds`; return whether it is."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


def read_stat(pid: int) -> list[str]:
    """Return the fields of /proc/PID/stat after the name: state, parent, group, session and so on."""
    return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
