"""The processes that stay for long give large blocks of memory back to the system."""

from __future__ import annotations

import subprocess
import sys

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
