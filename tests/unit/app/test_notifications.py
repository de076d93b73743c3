"""Notifications between processes, without a database."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from app.domains.submissions.notifications import Notifications


class SlowDatabase:
    """Records what is written after the first write, which never begins."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.written: list[Any] = []

    async def write(self, work: Any) -> None:  # noqa: ANN401 - a function of a session
        if not self.asked.is_set():
            self.asked.set()
            await asyncio.Event().wait()
        work(SimpleNamespace(execute=lambda _statement, values: self.written.append(values["payloads"])))


async def test_what_closing_interrupts_is_sent_all_the_same() -> None:
    database: Any = SlowDatabase()
    broadcaster: Any = SimpleNamespace()
    notifications = Notifications(database, broadcaster, SimpleNamespace())  # type: ignore[arg-type]  # not used here
    broadcaster.notify_others = notifications._note
    notifications._tasks = [asyncio.create_task(notifications._send_topics())]
    broadcaster.notify_others("a submission")
    await database.asked.wait()
    await notifications.close()
    [[told]] = database.written
    assert told.endswith(" a submission")
