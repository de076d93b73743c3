"""Handles of processes from another process's pidfd, and the walls that the kernel reports."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from grader.errors import SandboxStartError, SandboxUnavailableError
from grader.sandbox import handle as handles
from grader.sandbox.handle import ForkHandle
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
