"""The processes that stay for long give large blocks of memory back to the system."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from app.kit.settings import Settings
from app.server import processes
from app.work.background import process

if TYPE_CHECKING:
    from collections.abc import Callable

PROGRAM = """
import ctypes, sys
from app.kit.memory import return_large_blocks

if sys.argv[1] == "returned":
    return_large_blocks()
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = [ctypes.c_void_p]
libc.free(libc.malloc(8 << 20))  # From now on, glibc would take smaller blocks than this from the heap.


class Counts(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in (
        "arena", "free_blocks", "fast_blocks", "blocks", "mapped", "most", "fast", "used", "free", "top")]


libc.mallinfo2.restype = Counts
before = libc.mallinfo2().mapped
block = libc.malloc(4 << 20)
print(libc.mallinfo2().mapped - before >= 4 << 20)
"""


def ask(how: str) -> str:
    done = subprocess.run([sys.executable, "-c", PROGRAM, how], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_large_blocks_are_given_back_to_the_system() -> None:
    assert ask("kept") == "False", "glibc no longer keeps them; `return_large_blocks` isn't needed"
    assert ask("returned") == "True"


class AskedError(Exception):
    """Raised in place of what `return_large_blocks` does."""


@pytest.mark.parametrize(
    ("module", "start"),
    [
        (processes, lambda: processes.serve(Settings(), print)),
        (processes, lambda: processes.run_runner(Settings(), print)),
        (process, process.main),
    ],
    ids=["server", "runner", "background grader"],
)
def test_every_process_that_stays_does_so_first(
    module: object, start: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def note() -> None:
        raise AskedError

    monkeypatch.setattr(module, "return_large_blocks", note)
    with pytest.raises(AskedError):
        start()
