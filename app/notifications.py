"""What happens in other processes, heard within a moment: PostgreSQL's LISTEN and NOTIFY.

Theory of operation
-------------------
A notification is a hint and carries no news: whoever gets one looks at what is stored. So a lost one costs time and
nothing else, and the polling for such cases goes on beside it.

One connection of each process listens: for jobs, of which Procrastinate's triggers tell, and for the keys of bells that
other processes ring. While it is lost, anything may have happened; as soon as it is back, every bell rings here and the
runner looks at its queue. Keys are sent from the database's own pool, those that came together in one statement, and
wait while it can't be reached. Imported only where the database is PostgreSQL.
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
from app.errors import DatabaseUnavailableError
from app.queue.procrastinate import CHANNEL as JOBS

if TYPE_CHECKING:
    from psycopg import Notify

    from app.db.session import Database
    from app.events import Broadcaster
    from app.submissions.service import SubmissionService

logger = structlog.stdlib.get_logger(__name__)

BELLS: Final = "jaxdojo_bells"
PAUSE_S: Final = 1.0
"""Seconds to wait when the database can't be reached."""
_NOTIFY: Final = text("SELECT pg_notify(:channel, payload) FROM unnest(CAST(:payloads AS text[])) AS payload")


class Notifications:
    """The ear and the mouth of one process, from `start` to `close`. For the event loop's thread only."""

    def __init__(self, database: Database, broadcaster: Broadcaster, submissions: SubmissionService) -> None:
        self._database = database
        self._broadcaster = broadcaster
        self._submissions = submissions
        self._name = secrets.token_hex(8)
        """Tells this process's own rings, which were heard already, from those of others."""
        self._untold: set[str] = set()
        self._has_untold = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.listening = asyncio.Event()
        """Set while notifications are heard."""

    def start(self) -> None:
        """Begin to listen, and to tell others of the bells that are rung here."""
        self._broadcaster.tell_others = self._note
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._tell())]

    async def close(self) -> None:
        """Tell what wasn't told yet, if that can be, and stop."""
        self._broadcaster.tell_others = lambda _key: None
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(DatabaseUnavailableError):
            await self._send()

    async def _listen(self) -> None:
        address = self._database.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await AsyncConnection.connect(address, autocommit=True, **CONNECTING) as connection:
                    for channel in (JOBS, BELLS):
                        await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
                    self.listening.set()
                    self._broadcaster.ring_all()
                    self._submissions.wake_runner()
                    async for notification in connection.notifies():
                        self._hear(notification)
            except Error as error:
                logger.warning("not_listening", reason=" ".join(str(error).split()))
            finally:
                self.listening.clear()
            await asyncio.sleep(PAUSE_S)

    def _hear(self, notification: Notify) -> None:
        if notification.channel == JOBS:
            self._submissions.wake_runner()
            return
        name, _, key = notification.payload.partition(" ")
        if name != self._name:
            self._broadcaster.ring_here(key)

    def _note(self, key: str) -> None:
        self._untold.add(key)
        self._has_untold.set()

    async def _tell(self) -> None:
        while True:
            await self._has_untold.wait()
            self._has_untold.clear()
            try:
                await self._send()
            except DatabaseUnavailableError:
                self._has_untold.set()
                await asyncio.sleep(PAUSE_S)

    async def _send(self) -> None:
        keys = sorted(self._untold)
        if not keys:
            return
        values = {"channel": BELLS, "payloads": [f"{self._name} {key}" for key in keys]}
        self._untold.clear()
        try:
            await self._database.write(lambda session: session.execute(_NOTIFY, values))
        except DatabaseUnavailableError:
            self._untold.update(keys)
            raise
