"""An HTTP load generator in one process, with persistent connections and minimal overhead."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Request:
    """A request to be sent repeatedly."""

    head: str
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""

    def encode(self) -> bytes:
        """Return the request as bytes."""
        lines = [f"{self.head} HTTP/1.1", "Host: 127.0.0.1", *(f"{name}: {value}" for name, value in self.headers)]
        if self.body:
            lines.append(f"Content-Length: {len(self.body)}")
        return "\r\n".join((*lines, "", "")).encode() + self.body


async def send(port: int, request: Request, times: int) -> list[tuple[int, float]]:
    """Send a request `times` times over one connection; return each response's status and duration, in ms."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    data, taken = request.encode(), []
    for _ in range(times):
        began = time.perf_counter()
        writer.write(data)
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(
            int(line.partition(b":")[2]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")
        )
        await reader.readexactly(length)
        taken.append((int(head.split(b" ", 2)[1]), (time.perf_counter() - began) * 1e3))
    writer.close()
    await writer.wait_closed()
    return taken


async def send_at_once(port: int, requests: list[Request], times: int) -> tuple[list[float], float]:
    """Send each request `times` times, all concurrently; return all durations in ms, and responses per second.

    Raises `SystemExit` if a response isn't successful.
    """
    began = time.perf_counter()
    answers = await asyncio.gather(*(send(port, request, times) for request in requests))
    seconds = time.perf_counter() - began
    found = [answer for one in answers for answer in one]
    if bad := {status for status, _ in found if status >= 300}:  # noqa: PLR2004 - HTTP's own number
        message = f"the server answered {sorted(bad)}"
        raise SystemExit(message)
    return [taken for _, taken in found], len(found) / seconds
