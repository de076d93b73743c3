"""The pipes between the supervisor and a sandbox, and the sandbox's captured output."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Final, Self

TAIL_BYTES: Final = 4096
READ_BYTES: Final = 64 * 2**10
"""The most bytes that one read of a worker's printed output takes."""


@dataclass(frozen=True, slots=True)
class Pipes:
    """One side's ends of a sandbox's five pipes, as descriptors."""

    requests: int
    replies: int
    stdout: int
    stderr: int
    status: int

    @classmethod
    def open(cls) -> tuple[Self, Self]:
        """Return the supervisor's ends, which are non-blocking, and the sandbox's."""
        pairs = [os.pipe2(os.O_CLOEXEC) for _ in range(5)]
        request, *back = pairs
        ours = cls(request[1], *(pair[0] for pair in back))
        theirs = cls(request[0], *(pair[1] for pair in back))
        for descriptor in ours.all():
            os.set_blocking(descriptor, False)
        return ours, theirs

    def all(self) -> tuple[int, ...]:
        """Return all five descriptors."""
        return (self.requests, self.replies, self.stdout, self.stderr, self.status)

    def close(self) -> None:
        """Close all five descriptors."""
        for descriptor in self.all():
            os.close(descriptor)


@dataclass(frozen=True, slots=True)
class Output:
    """A sandbox's printed output: the first bytes of each stream, and the total number of bytes."""

    stdout: bytes
    stderr: bytes
    stdout_total: int
    stderr_total: int

    @property
    def truncated(self) -> bool:
        """Whether something was cut off."""
        return self.stdout_total > len(self.stdout) or self.stderr_total > len(self.stderr)


class Capture:
    """One output stream: its first `limit` bytes, its last few, and its total number of bytes."""

    def __init__(self, limit: int) -> None:
        """Keep at most `limit` bytes."""
        self.limit = limit
        self.kept = bytearray()
        self.tail = b""
        self.total = 0

    def add(self, data: bytes) -> None:
        """Add bytes that were read from the stream."""
        self.total += len(data)
        if len(self.kept) < self.limit:
            self.kept += data[: self.limit - len(self.kept)]
        self.tail = (self.tail + data)[-TAIL_BYTES:]


def read_some(descriptor: int) -> bytes | None:
    """Return what a non-blocking pipe holds, empty at the end of the stream, or None if there is nothing yet."""
    try:
        return os.read(descriptor, READ_BYTES)
    except BlockingIOError:
        return None
