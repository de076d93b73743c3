"""Sends mails, with retries until a server has accepted them.

A mail is stored before it is sent, so that neither a temporary refusal (451) nor a restart loses it. Each is leased
just before it is sent, so that only one of several servers sends it; if that one dies, it is sent later. Each server
sends one after the other: with a slow mail server, leases would end while mails wait for their turn. A permanent
refusal (5xx for the recipient or the content) ends it, and so does its age: an expired link is of no use.

Mails whose links expire soon are sent before others, so neither a slow mail server nor many invitations hold up a link
for a new password.

A mail made while the database is away is stored once it is back, if that is within `PATIENCE_S` and before this
process ends.

Requests don't wait for mails: they are made and sent in the background, so a response doesn't reveal whether there was
a recipient. With `JAXDOJO_MAIL_URL=console` mails are written to the log, and not stored.
"""

from __future__ import annotations

import asyncio
import json
import smtplib
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

import structlog

from app.db.models import now
from app.domains.mails import repository
from app.domains.vault.errors import KeyUnusableError
from app.kit.errors import DatabaseUnavailableError, JaxDojoError
from app.kit.mail import is_final, make_message, read_relay
from app.kit.outage import OUTAGE, outlast
from app.kit.sending import is_sending

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Sequence
    from datetime import datetime

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.mails.schemas import DueMail
    from app.domains.vault.keys import Vault
    from app.kit.settings import Settings

T = TypeVar("T")

MAX_WAITING: Final = 1000
"""Maximum number of mails being made at once; more are dropped, and logged."""
POLL_S: Final = 10.0
"""Poll interval, in seconds, of the outbox."""
BATCH: Final = 10
"""Maximum number of mails that one task sends."""
LEASE: Final = timedelta(minutes=5)
"""Time for which a mail is leased while it is sent: enough for a mail server that delays each of its answers."""
PAUSES_S: Final = (15, 60, 180, 600, 1800, 3600)
"""Pauses, in seconds, before each retry; the last one repeats."""
SPACING: Final = timedelta(seconds=2)
"""Time between mails that are stored together, and between those of several people."""
PATIENCE_S: Final = 600.0
"""How long a mail that is being made waits for the end of an outage of the database, in seconds."""
LASTS: Final = timedelta(days=1)
"""Time for which sending a mail is retried, unless a shorter one is given."""
URGENT: Final = LASTS / 2
"""A mail that lasts no longer than this is sent before others."""
logger = structlog.stdlib.get_logger(__name__)


class MailService:
    """Sends mails. Close it when done."""

    def __init__(self, settings: Settings, database: Database, vault: Vault) -> None:
        self._relay = read_relay(settings.mail_url.get_secret_value(), settings.mail_ca)
        self._sender = settings.mail_from
        self._data = settings.data
        self._database = database
        self._vault = vault
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="mail")
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False

    def begin(self, work: Coroutine[None, None, None]) -> None:
        """Start a background task that may send an e-mail."""
        if len(self._tasks) >= MAX_WAITING:
            work.close()
            logger.error("mail_dropped", waiting=len(self._tasks))
            return
        task = asyncio.create_task(self._finish(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def send(self, to: str, subject: str, text: str, lasts: timedelta = LASTS) -> None:
        """Store an e-mail and try to send it at once; retry for as long as it `lasts`."""
        if self._relay is None:
            logger.info("mail", to=to, subject=subject, text=text)
            return
        content, expires_at = json.dumps({"to": to, "subject": subject, "text": text}), now() + lasts

        def store(session: Session) -> None:
            repository.add_mail(session, self._vault.seal(session, content), expires_at)

        await self.outlast(partial(self._database.write, store))
        await self._send_stored()

    async def outlast(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Return an attempt's result; repeat it while the database is away. For background tasks that make a mail."""
        return await outlast(attempt, PATIENCE_S, "mails", lambda: self._closing)

    def store(self, session: Session, mails: Sequence[tuple[str, str, str]]) -> None:
        """Store e-mails, each an address, a subject and a text, in the caller's transaction.

        They are sent after all that were stored so before, one every `SPACING`, however many people store some: so they
        leave room for other mails.
        """
        if self._relay is None:
            for to, subject, text in mails:
                logger.info("mail", to=to, subject=subject, text=text)
            return
        due_at, last = now(), repository.find_last_due(session)
        if last is not None:
            due_at = max(due_at, last + SPACING)
        for to, subject, text in mails:
            content = json.dumps({"to": to, "subject": subject, "text": text})
            repository.add_mail(session, self._vault.seal(session, content), due_at + LASTS, due_at)
            due_at += SPACING

    async def try_out(self, to: str) -> str:
        """Send a mail at once, bypassing the outbox; return the server's response, or why it failed, as text."""
        text = "This is a test: mails of this site arrive."
        if self._relay is None:
            return "JAXDOJO_MAIL_URL is `console`: mails are written to the log, not sent."
        message = make_message(self._sender, to, "a test", text)
        try:
            async with self._turn:
                await asyncio.get_running_loop().run_in_executor(self._threads, self._relay.send, message)
        except (OSError, smtplib.SMTPException) as error:
            return f"{self._relay.host} didn't take it: {error}"
        return f"{self._relay.host} took a mail to {to}."

    async def run(self) -> None:
        """Send due mails until cancelled."""
        while True:
            try:
                await self._send_stored()
            except Exception:
                logger.exception("mails_failed")
            await asyncio.sleep(POLL_S)

    async def send_due(self) -> int:
        """Send due mails, at most `BATCH`; returns how many were tried. A restored copy sends nothing."""
        if self._relay is None or not is_sending(self._data):
            return 0
        for tried in range(BATCH):
            async with self._turn:
                if not await self._send_next():
                    return tried
        return BATCH

    async def measure_backlog(self) -> tuple[int, datetime | None]:
        """Return the number of waiting mails, and when the oldest was made."""
        return await self._database.read(repository.measure_backlog)

    async def wait(self) -> None:
        """Wait for all background tasks."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def close(self) -> None:
        """Wait for all background tasks, but not for the end of an outage, and stop the thread."""
        self._closing = True
        await self.wait()
        await asyncio.to_thread(self._threads.shutdown)

    async def _send_stored(self) -> None:
        """Send due mails. While the database is away, they stay where they are."""
        try:
            await self.send_due()
        except DatabaseUnavailableError as error:
            OUTAGE.report("mails", error.message)

    async def _send_next(self) -> bool:
        """Send the next due mail; returns whether there was one."""
        if not await self._database.read(repository.is_any_due):
            return False
        mail = await self._database.write(lambda session: repository.take_due(session, LEASE, URGENT))
        if mail is not None:
            await self._deliver(mail)
        return mail is not None

    async def _deliver(self, mail: DueMail) -> None:
        reason = await self._post(mail)
        next_at = now() + timedelta(seconds=PAUSES_S[min(mail.attempt, len(PAUSES_S)) - 1])
        if reason is None:
            logger.info("mail_sent", attempt=mail.attempt)
        elif reason.startswith("refused") or next_at >= mail.expires_at:
            logger.error("mail_given_up", attempt=mail.attempt, reason=reason)
        else:
            logger.warning("mail_waits", attempt=mail.attempt, reason=reason)
            await self._database.write(lambda session: repository.postpone(session, mail.id, next_at))
            return
        await self._database.write(lambda session: repository.drop_mail(session, mail.id))

    async def _post(self, mail: DueMail) -> str | None:
        """Hand a mail to the server; returns why it failed, or None. A reason starting with "refused" is permanent."""
        if self._relay is None:
            return "there is no mail server"
        try:
            told = json.loads(self._vault.open(mail.content))
        except KeyUnusableError as error:
            return error.message
        try:
            message = make_message(self._sender, told["to"], told["subject"], told["text"])
            await asyncio.get_running_loop().run_in_executor(self._threads, self._relay.send, message)
        except (OSError, smtplib.SMTPException) as error:
            return f"refused: {error}" if is_final(error) else str(error)
        except ValueError as error:  # It can't be a mail, and mustn't keep others waiting.
            return f"refused: {error}"
        return None

    async def _finish(self, work: Coroutine[None, None, None]) -> None:
        try:
            await work
        except JaxDojoError as error:
            logger.error("mail_failed", reason=error.message)  # noqa: TRY400 (logged)
        except Exception:
            logger.exception("mail_failed")
