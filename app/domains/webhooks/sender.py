"""Sends the outbox's messages: in the background of a server, signed, with retries.

Each message is leased before it is sent, so that only one of several servers sends it; if that server dies, the message
is sent later. So a message may arrive twice, always with the same `webhook-id`. A 2xx response ends it, 410 disables
the webhook, anything else is retried with growing delays for a day. A webhook that has accepted nothing for that long
is disabled.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Final

import httpcore
import structlog

from app.db.models import now
from app.db.statuses import DeliveryStatus
from app.domains.vault.errors import KeyUnusableError
from app.domains.webhooks import repository
from app.domains.webhooks.connections import PrivateAddressError, PublicOnly
from app.domains.webhooks.signing import make_headers
from app.kit.errors import DatabaseUnavailableError
from app.kit.outage import OUTAGE
from app.kit.version import find_version

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.vault.keys import Vault
    from app.domains.webhooks.schemas import Due

POLL_S: Final = 2.0
"""Poll interval, in seconds, of the outbox."""
MAX_PARALLEL_DELIVERIES: Final = 10
TIMEOUT_S: Final = 15.0
"""Total time limit, in seconds, of one attempt."""
LEASE: Final = timedelta(minutes=2)
"""Time for which a message is leased while it is sent."""
PAUSES_S: Final = (5, 30, 120, 600, 1800, 3600, 7200, 14400, 21600, 36000)
"""Pauses, in seconds, before each retry: a day in all."""
CLEAN_EVERY_S: Final = 3600.0
"""Interval, in seconds, at which old messages are deleted."""
GIVE_UP: Final = timedelta(days=1)
"""Time without an accepted message after which a webhook is disabled."""
MAX_HEAD: Final = 64 * 1024
"""Maximum number of bytes in a response's head; the body isn't read."""
GONE: Final = 410
logger = structlog.stdlib.get_logger(__name__)


class Sender:
    """Delivers the outbox's messages.

    `allowed` are hosts that needn't be public; nothing is sent while `may_send` returns false.
    """

    def __init__(
        self, database: Database, vault: Vault, allowed: frozenset[str], may_send: Callable[[], bool] = lambda: True
    ) -> None:
        self._database = database
        self._may_send = may_send
        self._vault = vault
        self._allowed = allowed
        self._cleaned_at = float("-inf")

    @cached_property
    def _pool(self) -> httpcore.AsyncConnectionPool:
        """The connection pool, created when a message is first sent, since reading the certificates takes some time."""
        return httpcore.AsyncConnectionPool(
            ssl_context=ssl.create_default_context(),
            max_connections=MAX_PARALLEL_DELIVERIES,
            max_keepalive_connections=0,
            network_backend=PublicOnly(self._allowed, MAX_HEAD),
        )

    async def run(self) -> None:
        """Send due messages until cancelled."""
        while True:
            try:
                sent = await self.send_due()
            except DatabaseUnavailableError as error:
                OUTAGE.report("webhooks", error.message)
                sent = 0
            except Exception:
                logger.exception("webhooks_failed")
                sent = 0
            if not sent:
                await asyncio.sleep(POLL_S)

    async def send_due(self) -> int:
        """Send the due messages, a few at once, and sometimes delete old ones; returns how many were tried."""
        if not self._may_send():
            return 0
        if time.monotonic() - self._cleaned_at > CLEAN_EVERY_S:
            await self._database.write(repository.delete_old)
            self._cleaned_at = time.monotonic()
        if not await self._database.read(repository.is_any_due):
            return 0
        due = await self._database.write(lambda session: repository.take_due(session, LEASE, MAX_PARALLEL_DELIVERIES))
        await asyncio.gather(*(self._deliver(one) for one in due))
        return len(due)

    async def _deliver(self, due: Due) -> None:
        try:
            status, result = await self._post(due)
        except Exception:
            logger.exception("webhook_failed", webhook=due.webhook_id)
            status, result = None, "it can't be sent"
        good = status is not None and status in range(200, 300)
        await self._database.write(lambda session: _record(session, due, result, good=good, gone=status == GONE))
        logger.info("webhook_sent", webhook=due.webhook_id, attempt=due.attempt, result=result)

    async def _post(self, due: Due) -> tuple[int | None, str]:
        """Send a message once; returns the status, if any, and the result as text. The response body isn't read."""
        try:
            secret = self._vault.open(due.secret)
        except KeyUnusableError as error:
            logger.error("webhook_unsigned", webhook=due.webhook_id, reason=error.message)  # noqa: TRY400 (logged)
            return None, "it can't be signed: a key of this site is missing"
        headers = {
            "content-type": "application/json",
            "user-agent": f"jaxdojo/{find_version()}",
            **make_headers(secret, due.public_id, int(time.time()), due.body),
        }
        try:
            async with asyncio.timeout(TIMEOUT_S):
                content = due.body.encode()
                async with self._pool.stream("POST", due.url, headers=list(headers.items()), content=content) as answer:
                    return answer.status, f"status {answer.status}"
        except PrivateAddressError:
            return None, "the name has no public address"
        except (TimeoutError, httpcore.TimeoutException):
            return None, "no answer in time"
        except httpcore.ConnectError:
            return None, "no connection"
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.UnsupportedProtocol, OSError):
            return None, "the connection broke"


def _record(session: Session, due: Due, result: str, *, good: bool, gone: bool) -> None:
    """Record the result of an attempt, and update its webhook."""
    moment = now()
    if good:
        if repository.finish_delivery(session, due, DeliveryStatus.DELIVERED, result, moment):
            repository.note_success(session, due.webhook_id)
        return
    last = due.attempt > len(PAUSES_S)
    pause = timedelta() if last else timedelta(seconds=PAUSES_S[due.attempt - 1])
    status = DeliveryStatus.FAILED if last else DeliveryStatus.WAITING
    if not repository.finish_delivery(session, due, status, result, moment + pause):
        return
    if gone or moment - repository.note_failure(session, due.webhook_id) >= GIVE_UP:
        repository.disable(session, due.webhook_id)
