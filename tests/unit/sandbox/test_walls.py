"""A worker's filters count only if the sandbox added them to those that the runner itself has."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Literal

import pytest

from grader.sandbox import walls
from grader.sandbox.walls import read_walls

PROGRAM = """
import ctypes, os, struct, sys
from grader.sandbox.walls import read_walls

def install(count):
    allow = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0x7FFF0000))  # return SECCOMP_RET_ALLOW
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", 1, ctypes.addressof(allow)))
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    assert prctl(38, 1, 0, 0, 0) == 0  # PR_SET_NO_NEW_PRIVS
    for _ in range(count):
        assert prctl(22, 2, ctypes.c_void_p(ctypes.addressof(program))) == 0  # PR_SET_SECCOMP, a filter

inherited, added = map(int, sys.argv[1:])
install(inherited)
ready, tell = os.pipe()
over, end = os.pipe()
pid = os.fork()
if pid == 0:
    os.close(end)
    install(added)
    os.write(tell, b"x")
    os.read(over, 1)
    os._exit(0)
os.read(ready, 1)
print(*[row.stands for forked in (False, True) for row in read_walls(pid, forked=forked) if row.wall == "seccomp mode"])
os.close(end)
os.waitpid(pid, 0)
"""


@pytest.mark.parametrize("inherited", [0, 1, 2])
@pytest.mark.parametrize(("added", "stands"), [(0, "False False"), (1, "True False"), (2, "True True")])
def test_inherited_filters_are_no_wall(inherited: int, added: int, stands: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(inherited), str(added)], capture_output=True, text=True, check=False
    )
    assert ran.stdout.strip() == stands, ran.stderr


@pytest.mark.parametrize("lacking", ["self", "worker"])
def test_a_kernel_that_counts_no_filters_is_refused(lacking: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(process: int | Literal["self"]) -> dict[str, str]:
        status = {**real(process), "Seccomp": "2", walls.FILTERS_LINE: "0" if process == "self" else "9"}
        if lacking == ("self" if process == "self" else "worker"):
            del status[walls.FILTERS_LINE]
        return status

    real = walls._read_status
    monkeypatch.setattr(walls, "_read_status", read)
    [row] = [row for row in read_walls(os.getpid(), forked=False) if row.wall == "seccomp mode"]
    assert not row.stands
    assert row.tested == f"/proc/PID/status has no {walls.FILTERS_LINE}"
    assert row.advice == walls.NEWER_KERNEL
