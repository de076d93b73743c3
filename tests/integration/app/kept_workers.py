"""Worker processes that pass from one test's application to the next one's, as a server keeps its own.

Starting one takes half a second of processor time, which was a third of what these tests took. Only a process that has
answered its last task, and waits for the next, is passed on. `test_workers.py` tests workers as they are.
"""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

from app.kit.workers.pool import Workers, _Worker

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator

MOST: Final = 4
"""How many processes are kept at most; an application has two."""


class KeptWorkers(Workers):
    """Workers that take over the processes of those that were closed before."""

    stock: Final[list[tuple[subprocess.Popen[bytes], socket.socket]]] = []
    """Processes that wait for a task, and the sockets to them."""

    def __init__(self) -> None:
        super().__init__(wait_s=120)

    async def _ask(self, who: str, order: bytes, arguments: bytes, name: str) -> tuple[dict[str, Any], bytes]:
        if not self._idle and self.stock:
            process, connection = self.stock.pop()
            reader, writer = await asyncio.open_connection(sock=connection)
            self._idle.append(_Worker(process, reader, writer))
        return await super()._ask(who, order, arguments, name)

    async def close(self) -> None:
        """Keep the processes that wait, and end all others."""
        while self._idle and len(self.stock) < MOST:
            worker = self._idle.pop()
            if not worker.is_alive:
                self._end(worker)
                continue
            connection = socket.socket(fileno=os.dup(worker._writer.get_extra_info("socket").fileno()))
            worker._writer.close()
            await worker._writer.wait_closed()
            self.stock.append((worker._process, connection))
        await super().close()


@contextmanager
def pass_workers_on() -> Iterator[None]:
    """Have the applications of this block pass their workers on."""
    with patch("app.services.Workers", KeptWorkers):
        yield


def end_kept_workers() -> None:
    """End the processes that wait for another application."""
    while KeptWorkers.stock:
        process, connection = KeptWorkers.stock.pop()
        connection.close()
        process.wait()
