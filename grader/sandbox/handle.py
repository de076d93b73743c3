"""Holds the process of a sandbox: watches it, kills it, reaps it. Two kinds: a jail of its own, a zygote's child.

Theory of operation
-------------------
A *jail* is bubblewrap, our own child. The worker in it is the first process of its PID namespace: when it dies the
kernel kills everything that is in there, and bubblewrap outside reaps it and ends in the same way, so that the
processor time of all of them is counted. Every jail is started by one thread that lives as long as the program:
bubblewrap asks to be killed when its parent ends, and to the kernel the parent is the *thread* that started it.

A *fork* is a zygote's child, the first process of a PID namespace of its own, and known to us by a pidfd that the
zygote made: that is what is watched and killed. The zygote reaps it and writes how it ended to the status pipe. A
zygote that is gone took its children along, and then nobody can tell how they ended.
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

REAP_SECONDS: Final = 10.0
STATUS_BYTES: Final = 4096
ASK_SIGNAL: Final = signal.SIGUSR1
"""Has a worker tell where it stands (`grader.inside.worker`)."""
ASK_SECONDS: Final = 1.0
_starter = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sandbox-starter")


class Handle(Protocol):
    """What `SandboxProcess` needs of the process it speaks with."""

    exit_fd: int
    """Readable once the process has ended."""

    def pid(self) -> int | None:
        """Return the outermost process's id on the host."""

    def worker_pid(self) -> int | None:
        """Return the worker's process id on the host, None while it isn't known."""

    def ask(self, number: int) -> None:
        """Send the worker a signal that it handles."""

    def kill(self) -> None:
        """Kill the worker and all that it left."""

    def reap(self) -> tuple[int | None, float]:
        """Return the exit status (negative: the signal) and processor time, in seconds, of a process that ended.

        The status is None where nobody is left who could tell it.
        """

    def close(self) -> None:
        """Close the handle's own descriptors; the pipes are somebody else's."""


class JailHandle:
    """A sandbox with a bubblewrap of its own."""

    def __init__(self, process: subprocess.Popen[bytes], status_fd: int) -> None:
        """Hold `process`; bubblewrap writes of its child to the other end of `status_fd`."""
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
        """Return the worker's process id on the host, None until bubblewrap has made it."""
        if self._worker_fd is None:
            self._read_status()
        return self._worker_pid

    def ask(self, number: int) -> None:
        """Send the worker a signal, once it is known."""
        if self._worker_fd is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._worker_fd, number)

    def kill(self) -> None:
        """Kill the worker, on which everything else ends; where it isn't known, bubblewrap's process group."""
        self._read_status()
        if self._worker_fd is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._worker_fd, signal.SIGKILL)
            if wait_readable(self.exit_fd, REAP_SECONDS):
                return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def reap(self) -> tuple[int, float]:
        """Return the exit status of our child and the processor time of everything in the sandbox."""
        for descriptor in (self.exit_fd, self._worker_fd):
            if descriptor is not None:
                wait_readable(descriptor, REAP_SECONDS)
        pid, status, usage = os.wait4(self._process.pid, os.WNOHANG)
        if pid == 0:
            raise SandboxStartError(f"process {self._process.pid} can't be killed")
        self._process.returncode = os.waitstatus_to_exitcode(status)
        return self._process.returncode, usage.ru_utime + usage.ru_stime

    def close(self) -> None:
        """Close the pidfds."""
        os.close(self.exit_fd)
        if self._worker_fd is not None:
            os.close(self._worker_fd)

    def _read_status(self) -> None:
        """Take in bubblewrap's word of its child."""
        with contextlib.suppress(BlockingIOError):
            self._status += os.read(self._status_fd, STATUS_BYTES)
        *lines, self._status = self._status.split(b"\n")
        for line in lines:
            pid = json.loads(line).get("child-pid")
            if isinstance(pid, int) and self._worker_fd is None:
                self._adopt_worker(pid)

    def _adopt_worker(self, pid: int) -> None:
        """Hold on to the worker, once it is certain that the number still means that process."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            descriptor = os.pidfd_open(pid)
            parent = int(read_stat(pid)[1])
            if os.getsid(parent) == self._process.pid:
                self._worker_pid, self._worker_fd = pid, descriptor
            else:
                os.close(descriptor)


class ForkHandle:
    """A sandbox that a zygote forked."""

    def __init__(self, pidfd: int, status_fd: int) -> None:
        """Hold the child behind `pidfd`; its zygote writes how it ended to the other end of `status_fd`.

        What the zygote handed over may be anything: `parent_pid` says whose child it is, if it is one.
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
        """Return the process id of its parent, None where this is no living process."""
        pid = self.worker_pid()
        with contextlib.suppress(OSError, ValueError, IndexError):
            if pid is not None:
                return int(read_stat(pid)[1])
        return None

    def ask(self, number: int) -> None:
        """Send it a signal."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.exit_fd, number)

    def kill(self) -> None:
        """Kill the first process of its PID namespace, and with it all others."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.exit_fd, signal.SIGKILL)

    def reap(self) -> tuple[int | None, float]:
        """Return what the zygote tells of the child's end; None and no time where the zygote is gone as well."""
        if not wait_readable(self.exit_fd, REAP_SECONDS):
            raise SandboxStartError("a zygote's child can't be killed")
        wait_readable(self._status_fd, REAP_SECONDS)
        with contextlib.suppress(BlockingIOError, ValueError, KeyError):
            told = json.loads(os.read(self._status_fd, STATUS_BYTES))
            return int(told["returncode"]), float(told["cpu"])
        return None, 0.0

    def close(self) -> None:
        """Close the pidfd."""
        os.close(self.exit_fd)


def start_jail(command: Sequence[str], theirs: Pipes, ours: Pipes, *, also: tuple[int, ...] = ()) -> JailHandle:
    """Run `command` with the sandbox's ends of the pipes, and the descriptors `also`; the ends are closed here.

    Raise `SandboxUnavailableError` where it can't be started at all.
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


def ask_where(handle: Handle, stderr: int) -> int | None:
    """Have a worker tell on `stderr`, of which all is read, where it stands; return the submission's line, if any."""
    handle.ask(ASK_SIGNAL)
    said, limit = b"", time.monotonic() + ASK_SECONDS
    while find_line(said) is None and wait_readable(stderr, max(limit - time.monotonic(), 0.0)):
        with contextlib.suppress(BlockingIOError):
            some = os.read(stderr, STATUS_BYTES)
            said += some
            if not some:
                break
    return find_line(said)


def wait_readable(descriptor: int, seconds: float) -> bool:
    """Wait until `descriptor` is readable, for so long at most; say whether it is."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


def read_stat(pid: int) -> list[str]:
    """Return the fields of /proc/PID/stat that follow the name: state, parent, group, session and so on."""
    return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
