"""Learners who submit at a steady rate, whether or not the service keeps up, and follow their verdicts.

Each one sends a submission over HTTP and then reads its events until the verdict, as a page does. In contrast to
`bench.learners`, nobody waits for a verdict before the next submission is sent, so the load doesn't fall when the
service is slow.
"""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bench.http_load import Request

if TYPE_CHECKING:
    from collections.abc import Sequence

ACCEPTED: Final = 202
MAX_EVENT: Final = 1 << 20


@dataclass(frozen=True)
class Answer:
    """A submission: its id, and the moments at which it was sent and its verdict told, by the monotonic clock."""

    id: str
    sent: float
    told: float

    @property
    def seconds(self) -> float:
        """The time from sending it to being told its verdict."""
        return self.told - self.sent


class RefusedError(Exception):
    """The server answered a submission with another status than 202."""


async def submit_and_follow(port: int, path: str, source: str, token: str) -> Answer:
    """Send a submission and read its events until its verdict. Raises `RefusedError`, or `OSError` if it is cut off."""
    began = time.monotonic()
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=MAX_EVENT)
    try:
        headers = (("Authorization", f"Bearer {token}"), ("Content-Type", "application/json"))
        body = json.dumps({"source": source, "mode": "submit"}).encode()
        writer.write(Request(f"POST {path}", headers, body).encode())
        head = await reader.readuntil(b"\r\n\r\n")
        length = head.lower().partition(b"content-length:")[2].split(maxsplit=1)[0]
        told = json.loads(await reader.readexactly(int(length)))
        if int(head.split(maxsplit=2)[1]) != ACCEPTED:
            raise RefusedError(told)
        writer.write(Request(f"GET /api/v1/submissions/{told['id']}/events", headers[:1]).encode())
        await reader.readuntil(b"event: verdict")
        return Answer(told["id"], began, time.monotonic())
    except asyncio.IncompleteReadError as error:
        raise ConnectionResetError("the server closed the connection") from error
    finally:
        writer.close()


async def offer(
    port: int, path: str, source: str, tokens: Sequence[str], *, rate: float, seconds: float
) -> list[asyncio.Task[Answer]]:
    """Have learners, in turn, submit `rate` times a second for some seconds; return all submissions, not yet judged.

    There are at least two.
    """
    began, sent = time.monotonic(), []
    for number in range(max(2, round(rate * seconds))):
        await asyncio.sleep(began + number / rate - time.monotonic())
        learner = submit_and_follow(port, path, source, tokens[number % len(tokens)])
        sent.append(asyncio.create_task(learner))
    await asyncio.sleep(began + seconds - time.monotonic())
    return sent
