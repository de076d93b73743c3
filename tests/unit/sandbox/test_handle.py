"""Handles of processes from another process's pidfd, and the walls that the kernel reports."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest

from grader.errors import SandboxStartError, SandboxUnavailableError
from grader.sandbox import handle as handles
from grader.sandbox.handle import ForkHandle, find_current_line, read_exit_status
from grader.sandbox.walls import read_walls, require_walls

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def child() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(["sleep", "60"]) as process:
        yield process
        process.kill()


def test_a_child_is_known_by_its_descriptor(child: subprocess.Popen[bytes]) -> None:
    told, tell = os.pipe()
    held = ForkHandle(os.pidfd_open(child.pid), told)
    assert (held.pid(), held.worker_pid(), held.parent_pid()) == (child.pid, child.pid, os.getpid())
    held.kill()
    os.write(tell, json.dumps({"returncode": -9, "cpu": 0.25}).encode())
    assert held.reap() == (-9, 0.25)
    assert child.wait() == -9
    assert held.worker_pid() is None
    assert held.parent_pid() is None
    held.kill()  # of a process that is gone already
    held.close()
    os.close(told)
    os.close(tell)


@pytest.mark.parametrize("said", [b"", b"nonsense", b"{}", b'{"returncode": "x", "cpu": 1}'])
def test_nobody_tells_how_it_ended(child: subprocess.Popen[bytes], said: bytes) -> None:
    told, tell = os.pipe()
    os.write(tell, said)
    os.close(tell)
    held = ForkHandle(os.pidfd_open(child.pid), told)
    held.kill()
    assert held.reap() == (None, 0.0)
    held.close()
    os.close(told)


def test_what_is_no_process_is_seen_to_be_none() -> None:
    descriptor = os.open("/dev/null", os.O_RDONLY)
    held = ForkHandle(descriptor, descriptor)
    assert held.worker_pid() is None
    assert held.parent_pid() is None
    held.close()


def test_one_that_cannot_be_killed_is_said(child: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handles, "REAP_SECONDS", 0.01)
    descriptor = os.pidfd_open(child.pid)
    with pytest.raises(SandboxStartError, match="can't be killed"):
        ForkHandle(descriptor, -1).reap()
    os.close(descriptor)


class Flooding(ForkHandle):
    """A handle of a process that prints without end when it is asked for its line, which may come in between."""

    def __init__(self, out: int, line: bytes = b"") -> None:
        super().__init__(-1, -1)
        self.thread = threading.Thread(target=self._flood, args=(out, line))

    def signal(self, number: int) -> None:
        assert number == handles.DUMP_SIGNAL
        self.thread.start()

    @staticmethod
    def _flood(out: int, line: bytes) -> None:
        with contextlib.suppress(BrokenPipeError):
            os.write(out, b"x" * 60_000 + line)
            while True:
                os.write(out, b"x" * 2**16)


@pytest.mark.parametrize(
    ("printed", "line"), [(b"", None), (b'\n  File "solution.py", line 12 in f\n', 12)], ids=["no line", "a line"]
)
def test_the_current_line_is_sought_in_whatever_is_printed_but_not_for_ever(printed: bytes, line: int | None) -> None:
    read, write = os.pipe()
    os.set_blocking(read, False)
    flooding = Flooding(write, printed)
    began = time.monotonic()
    assert find_current_line(flooding, read) == line
    assert time.monotonic() - began < 2 * handles.DUMP_SECONDS
    os.close(read)
    flooding.thread.join(10)
    os.close(write)
    assert not flooding.thread.is_alive()


@pytest.mark.parametrize(
    ("code", "status"),
    [(0, 0), (3, 3), (128, 128), (255, 255), (128 + 9, -9), (128 + 31, -31), (128 + 40, -40), (-15, -15)],
)
def test_bubblewraps_status_is_that_of_the_process_in_it(code: int, status: int) -> None:
    assert read_exit_status(code) == status


def test_an_ordinary_process_has_no_walls() -> None:
    standing = {row.wall: row.stands for row in read_walls(os.getpid(), forked=False)}
    assert not standing["own process namespace"]
    assert not standing["seccomp mode"] or not standing["no new privileges"] or sys.platform != "linux"
    with pytest.raises(SandboxUnavailableError):
        require_walls(os.getpid(), forked=True)


def test_the_walls_of_nobody_cannot_be_seen() -> None:
    with pytest.raises(SandboxStartError, match="can't be read"):
        require_walls(2**22 + 1, forked=True)
    with pytest.raises(SandboxStartError, match="ended when it was ready"):
        require_walls(None, forked=True)
