"""Sends what verdicts left in the outbox: in the background of a server, signed, and again when it isn't taken.

Each message is put off before it is sent, so that of several servers one sends it; a server that dies meanwhile leaves
it to be sent later. So a message may come twice, always with the same `webhook-id`. An answer 2xx ends it, 410 disables
the webhook, all else is tried again, later each time, for a day. A webhook that has taken nothing for that long is
disabled.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import httpcore
import structlog

from app.db.models import now
from app.db.statuses import DeliveryStatus
from app.vault.errors import KeyUnusableError
from app.version import find_version
from app.webhooks import repository
from app.webhooks.connections import PrivateAddressError, PublicOnly
from app.webhooks.signing import make_headers

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.vault.keys import Vault
    from app.webhooks.schemas import Due

POLL_S: Final = 2.0
"""How often the outbox is looked at."""
AT_ONCE: Final = 10
TIMEOUT_S: Final = 15.0
"""How long one attempt may take in all."""
LEASE: Final = timedelta(minutes=2)
"""For how long a message is put off while it is sent."""
PAUSES_S: Final = (5, 30, 120, 600, 1800, 3600, 7200, 14400, 21600, 36000)
"""Seconds before each further attempt, of which there are as many: a day in all."""
GIVE_UP: Final = timedelta(days=1)
"""A webhook that has taken nothing for so long is disabled."""
GONE: Final = 410
logger = structlog.stdlib.get_logger(__name__)


class Sender:
    """The outbox's postman. `allowed` are hosts that needn't be public."""

    def __init__(self, database: Database, vault: Vault, allowed: frozenset[str]) -> None:
        self._database = database
        self._vault = vault
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=ssl.create_default_context(),
            max_connections=AT_ONCE,
            max_keepalive_connections=0,
            network_backend=PublicOnly(allowed),
        )

    async def run(self) -> None:
        """Send what is due, for ever."""
        while True:
            try:
                sent = await self.send_due()
            except Exception:
                logger.exception("webhooks_failed")
                sent = 0
            if not sent:
                await asyncio.sleep(POLL_S)

    async def send_due(self) -> int:
        """Send what is due now, a few at once; returns how many were tried."""
        if not await self._database.read(repository.is_any_due):
            return 0
        due = await self._database.write(lambda session: repository.take_due(session, LEASE, AT_ONCE))
        await asyncio.gather(*(self._deliver(one) for one in due))
        return len(due)

    async def _deliver(self, due: Due) -> None:
        status, result = await self._post(due)
        good = status is not None and status in range(200, 300)
        await self._database.write(lambda session: _record(session, due, result, good=good, gone=status == GONE))
        logger.info("webhook_sent", webhook=due.webhook_id, attempt=due.attempt, result=result)

    async def _post(self, due: Due) -> tuple[int | None, str]:
        """Send a message once; returns the status, if one came, and the result in words. The answer isn't read."""
        try:
            secret = self._vault.open(due.secret)
        except KeyUnusableError as error:
            logger.error("webhook_unsigned", webhook=due.webhook_id, reason=error.message)  # noqa: TRY400 (it says all)
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
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.UnsupportedProtocol):
            return None, "the connection broke"


def _record(session: Session, due: Due, result: str, *, good: bool, gone: bool) -> None:
    """Note what became of an attempt, and what follows for its webhook."""
    moment = now()
    if good:
        repository.finish_delivery(session, due, DeliveryStatus.DELIVERED, result, moment)
        repository.note_success(session, due.webhook_id)
        return
    last = due.attempt > len(PAUSES_S)
    pause = timedelta() if last else timedelta(seconds=PAUSES_S[due.attempt - 1])
    status = DeliveryStatus.FAILED if last else DeliveryStatus.WAITING
    repository.finish_delivery(session, due, status, result, moment + pause)
    if gone or moment - repository.note_failure(session, due.webhook_id) >= GIVE_UP:
        repository.disable(session, due.webhook_id)
