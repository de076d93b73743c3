"""E-mail: sent by SMTP as configured or, in development, written to the log.

The caller doesn't wait: a thread sends it, and failures go to the operator's log. So a response reveals nothing about
whether there was a recipient.
"""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

import structlog

from app.kit.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from app.kit.settings import Settings

CONSOLE: Final = "console"
TIMEOUT_S: Final = 20
"""How long a mail server may be silent."""
MAX_WAITING: Final = 1000
"""Maximum number of e-mails waiting to be sent; more are dropped, and logged."""
_PORTS: Final = {"smtp": 587, "smtps": 465}
_HERE: Final = frozenset({"localhost", "127.0.0.1", "::1"})
logger = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True)
class Relay:
    """The SMTP server. `encrypted`: TLS from the first byte; else STARTTLS where offered."""

    host: str
    port: int
    user: str
    password: str
    encrypted: bool

    def send(self, message: EmailMessage) -> None:
        """Hand a mail over; raises `OSError` or `smtplib.SMTPException`."""
        context = ssl.create_default_context()
        client: smtplib.SMTP
        if self.encrypted:
            client = smtplib.SMTP_SSL(self.host, self.port, timeout=TIMEOUT_S, context=context)
        else:
            client = smtplib.SMTP(self.host, self.port, timeout=TIMEOUT_S)
        with client:
            client.ehlo()
            if not self.encrypted and client.has_extn("starttls"):
                client.starttls(context=context)
                client.ehlo()
            elif not self.encrypted and self.user and self.host not in _HERE:
                raise smtplib.SMTPNotSupportedError("it offers no STARTTLS, and the password isn't sent in the clear")
            if self.user:
                client.login(self.user, self.password)
            client.send_message(message)


def read_relay(url: str) -> Relay | None:
    """Return the mail server that `JAXDOJO_MAIL_URL` names, None for the console; raises `SettingsError`."""
    if url == CONSOLE:
        return None
    message = "JAXDOJO_MAIL_URL must be `console`, `smtp://user:password@host:port` or `smtps://…`."
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS[parts.scheme]
    except (ValueError, KeyError):
        raise SettingsError(message) from None  # The cause would show the password.
    if not parts.hostname:
        raise SettingsError(message)
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Relay(parts.hostname, port, user, password, encrypted=parts.scheme == "smtps")


class Mailer:
    """Sends mails. Close it when done."""

    def __init__(self, settings: Settings) -> None:
        self._relay = read_relay(settings.mail_url.get_secret_value())
        self._sender = settings.mail_from
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="mail")
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, work: Coroutine[None, None, None]) -> None:
        """Run a task, which may send an e-mail, in the background."""
        if len(self._tasks) >= MAX_WAITING:
            work.close()
            logger.error("mail_dropped", waiting=len(self._tasks))
            return
        task = asyncio.create_task(self._finish(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def send(self, to: str, subject: str, text: str) -> None:
        """Send an e-mail; failures are logged."""
        message = EmailMessage()
        message["From"] = self._sender
        message["To"] = to
        message["Subject"] = f"JAX Dojo: {subject}"
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self._sender.rpartition("@")[2].strip("> ") or None)
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        if self._relay is None:
            logger.info("mail", to=to, subject=subject, text=text)
            return
        try:
            await asyncio.get_running_loop().run_in_executor(self._threads, self._relay.send, message)
        except (OSError, smtplib.SMTPException) as error:
            logger.error("mail_failed", server=self._relay.host, reason=str(error))  # noqa: TRY400 (the reason is all)

    async def wait(self) -> None:
        """Wait for all that was begun."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def close(self) -> None:
        """Wait for all that was begun, and let the thread go."""
        await self.wait()
        await asyncio.to_thread(self._threads.shutdown)

    async def _finish(self, work: Coroutine[None, None, None]) -> None:
        try:
            await work
        except Exception:
            logger.exception("mail_failed")
