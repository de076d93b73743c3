"""The sandbox's end of the wire: frames over two file descriptors."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from grader.protocol import Frame, encode_frame, read_frame

if TYPE_CHECKING:
    from grader.protocol import Seal


class Channel:
    """Reads and writes frames, blocking. The host's end has the deadlines."""

    def __init__(self, read_fd: int, write_fd: int) -> None:
        """Use these two descriptors for nothing else."""
        self._read_fd = read_fd
        self._write_fd = write_fd

    def send(self, frame: Frame, seal: Seal | None = None) -> None:
        """Write one frame, signed by `seal`."""
        data = memoryview(encode_frame(frame, seal))
        while data:
            data = data[os.write(self._write_fd, data) :]

    def receive(self, seal: Seal | None = None) -> Frame:
        """Read one frame; end the process when the host has gone. Raise `ProtocolError` where `seal` isn't right."""
        frame = read_frame(self._read_exactly)
        if seal is not None:
            seal.check(frame)
        return Frame(frame.kind, frame.header, frame.payload)  # what a JOB holds is not kept twice

    def _read_exactly(self, size: int) -> bytes:
        chunks = []
        while size:
            chunk = os.read(self._read_fd, min(size, 1 << 20))
            if not chunk:
                os._exit(0)
            chunks.append(chunk)
            size -= len(chunk)
        return b"".join(chunks)
