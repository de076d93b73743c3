"""What the server and runners do about memory, since they stay for months."""

from __future__ import annotations

import ctypes
import gc
from typing import Final

LARGE_BYTES: Final = 128 << 10
"""The size from which the C library gets a block of its own from the system: glibc's own value at the start."""
_M_MMAP_THRESHOLD: Final = -3


def settle() -> None:
    """Exempt the objects loaded so far from garbage collection, which would traverse them over and over.

    Measured: a full collection stops the server for 320 ms without this, and for 20 ms with it.
    """
    gc.freeze()
    gc.enable()


def return_large_blocks() -> None:
    """Make the C library give large blocks back to the system when they are freed.

    glibc raises the size to that of the largest block freed so far (`man mallopt`). Evidence of some megabytes then
    comes from the heap, whose top can't be given back while a small block lies above it. Measured with 800 hostile
    grades, two at a time: the runner's memory rose from 66 to 70 MB without this, though what was in use stayed equal.
    Does nothing where the C library isn't glibc.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_MMAP_THRESHOLD, LARGE_BYTES)
