"""The sandbox's end of the wire: frames over two file descriptors."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from grader.protocol import Frame, encode_frame, read_frame

if TYPE_CHECKING:
    from grader.protocol import Seal


class Channel:
    """Reads and writes frames, blocking. Deadlines are enforced at the host's end."""

    def __init__(self, read_fd: int, write_fd: int) -> None:
        """Take over these two descriptors."""
        self._read_fd = read_fd
        self._write_fd = write_fd

    def send(self, frame: Frame, seal: Seal | None = None) -> None:
        """Write one frame, signed by `seal`."""
        data = memoryview(encode_frame(frame, seal))
        while data:
            data = data[os.write(self._write_fd, data) :]

    def receive(self, seal: Seal | None = None) -> Frame:
        """Read one frame; end the process if the channel is closed. Raise `ProtocolError` if its seal is wrong."""
        frame = read_frame(self._read_exactly)
        if seal is not None:
            seal.check(frame)
        return Frame(frame.kind, frame.header, frame.payload)  # don't keep a JOB's bytes twice

    def _read_exactly(self, size: int) -> bytes:
        chunks = []
        while size:
            chunk = os.read(self._read_fd, min(size, 1 << 20))
            if not chunk:
                os._exit(0)
            chunks.append(chunk)
            size -= len(chunk)
        return b"".join(chunks)
