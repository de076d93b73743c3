"""Notifications between processes: PostgreSQL's LISTEN and NOTIFY.

Theory of operation
-------------------
A notification carries no data: a subscriber that gets one reads the database. So a lost one only costs time, because
there is polling, too.

One connection of each process listens: for jobs, which Procrastinate's triggers announce, and for topics changed in
other processes. Notifications may be missed while it is lost, so as soon as it is back, every local subscriber is
notified and the runner queries its queue. Topics are sent over the database's own pool, in batches, and wait while it
can't be reached. Imported only if the database is PostgreSQL.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import structlog
from psycopg import AsyncConnection, Error, sql
from sqlalchemy import text

from app.db.postgresql import CONNECTING
from app.kit.errors import DatabaseUnavailableError
from app.kit.outage import OUTAGE
from app.queue.procrastinate import CHANNEL as JOBS

if TYPE_CHECKING:
    from psycopg import Notify

    from app.db.session import Database
    from app.domains.submissions.service import SubmissionService
    from app.kit.events import Broadcaster

logger = structlog.stdlib.get_logger(__name__)

CHANGES: Final = "jaxdojo_bells"
PAUSE_S: Final = 1.0
"""Seconds to wait when the database can't be reached."""
_NOTIFY: Final = text("SELECT pg_notify(:channel, payload) FROM unnest(CAST(:payloads AS text[])) AS payload")


class Notifications:
    """Listens and sends for one process, from `start` to `close`. For the event loop's thread only."""

    def __init__(self, database: Database, broadcaster: Broadcaster, submissions: SubmissionService) -> None:
        self._database = database
        self._broadcaster = broadcaster
        self._submissions = submissions
        self._name = secrets.token_hex(8)
        """Marks this process's own notifications, which its subscribers already have."""
        self._untold: set[str] = set()
        self._has_untold = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.listening = asyncio.Event()
        """Set while notifications are received."""

    def start(self) -> None:
        """Start listening, and sending the topics that change in this process."""
        self._broadcaster.notify_others = self._note
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._send_topics())]

    async def close(self) -> None:
        """Send pending notifications, if possible, and stop."""
        self._broadcaster.notify_others = lambda _key: None
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(DatabaseUnavailableError):
            await self._send()

    async def _listen(self) -> None:
        address = self._database.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        told = False
        while True:
            try:
                async with await AsyncConnection.connect(address, autocommit=True, **CONNECTING) as connection:
                    for channel in (JOBS, CHANGES):
                        await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
                    self.listening.set()
                    told = False
                    self._broadcaster.notify_all_here()
                    self._submissions.wake_runner()
                    async for notification in connection.notifies():
                        self._hear(notification)
            except Error as error:
                reason = " ".join(str(error).split())
                if told:
                    OUTAGE.report("notifications", reason)
                else:
                    logger.warning("not_listening", reason=reason)
                told = True
            finally:
                self.listening.clear()
            await asyncio.sleep(PAUSE_S)

    def _hear(self, notification: Notify) -> None:
        if notification.channel == JOBS:
            self._submissions.notify_runner()
            return
        name, _, key = notification.payload.partition(" ")
        if name != self._name:
            self._broadcaster.notify_here(key)

    def _note(self, key: str) -> None:
        self._untold.add(key)
        self._has_untold.set()

    async def _send_topics(self) -> None:
        while True:
            await self._has_untold.wait()
            self._has_untold.clear()
            try:
                await self._send()
            except DatabaseUnavailableError:
                self._has_untold.set()
                await asyncio.sleep(PAUSE_S)
            except Exception:  # These topics are lost, but not the ones after them.
                logger.exception("topics_not_sent")
                await asyncio.sleep(PAUSE_S)

    async def _send(self) -> None:
        keys = sorted(self._untold)
        if not keys:
            return
        values = {"channel": CHANGES, "payloads": [f"{self._name} {key}" for key in keys]}
        self._untold.clear()
        try:
            await self._database.write(lambda session: session.execute(_NOTIFY, values))
        except (DatabaseUnavailableError, asyncio.CancelledError):  # `close` resends what it interrupted
            self._untold.update(keys)
            raise
