"""A load over HTTP from one process, by connections that are kept, with as little work of its own as can be."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Request:
    """A request as its bytes, ready to be sent again and again."""

    head: str
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""

    def encode(self) -> bytes:
        """Return the bytes."""
        lines = [f"{self.head} HTTP/1.1", "Host: 127.0.0.1", *(f"{name}: {value}" for name, value in self.headers)]
        if self.body:
            lines.append(f"Content-Length: {len(self.body)}")
        return "\r\n".join((*lines, "", "")).encode() + self.body


async def send(port: int, request: Request, times: int) -> list[tuple[int, float]]:
    """Send a request so many times over one connection; return each answer's status and how long it took, in ms."""
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
    """Send each request so many times, all concurrently; return all times in ms, and answers a second.

    Raises `SystemExit` where an answer is no success.
    """
    began = time.perf_counter()
    answers = await asyncio.gather(*(send(port, request, times) for request in requests))
    seconds = time.perf_counter() - began
    found = [answer for one in answers for answer in one]
    if bad := {status for status, _ in found if status >= 300}:  # noqa: PLR2004 - HTTP's own number
        message = f"the server answered {sorted(bad)}"
        raise SystemExit(message)
    return [taken for _, taken in found], len(found) / seconds
