"""`jaxdojo serve` and `jaxdojo runner`: processes that run until they are told to stop."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Final

import structlog
import uvicorn

from app.db.runner_role import sees_accounts
from app.db.session import Database
from app.domains.vault.keys import Vault
from app.domains.vault.service import VaultService
from app.kit.addresses import show_address
from app.kit.environment import find_unknown_variables, list_server_secrets
from app.kit.errors import AddressInUseError, DatabaseUnavailableError
from app.kit.logs import set_up_logs
from app.kit.memory import return_large_blocks, settle
from app.kit.settings import prepare_data_directory
from app.server.application import create_app
from app.server.health import create_runner_app, create_watch_app
from app.server.protocol import LimitedProtocol
from app.work.grading import make_grader
from app.work.installation import open_installation, prepare_database, require_database
from app.work.preparation import Preparation
from app.work.runner import POLL_SEPARATE_S, POLL_WOKEN_S, START_S, Runner

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from fastapi import FastAPI

    from app.kit.settings import Settings
    from app.services import Services
    from grader.grading.client import Grader

GRACE_S: Final = 5
"""Seconds that open requests have to finish when the server stops."""

UNREAD_MS: Final = 60_000
"""Milliseconds after which the kernel closes a connection whose client takes nothing of what was sent."""

PATIENCE_S: Final = 2.0
"""Seconds after which the terminal shows why stopping takes longer."""


def listen(host: str, port: int) -> socket.socket:
    """Bind the address; raises `AddressInUseError` if that fails.

    Connections send at once (TCP_NODELAY). Otherwise the body of a response would wait until the client has
    acknowledged its head, which Linux delays by 40 ms: asyncio sets the option only on sockets that it made itself.

    They end if their client stops reading (TCP_USER_TIMEOUT). Otherwise they would stay open for as long as it likes,
    each with a descriptor and an answer in memory.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        sock = socket.create_server((str(address[0]), int(address[1])), family=family, backlog=2048)
    except OSError as error:
        raise AddressInUseError(host, port, error.strerror or str(error)) from error
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MS)
    return sock


def _listen_for_watchers(host: str, port: int) -> socket.socket | None:
    """Bind the port on which only monitoring systems are answered; None if there is none."""
    return listen(host, port) if port else None


class _Server(uvicorn.Server):
    def __init__(
        self, application: FastAPI, address: str, say: Callable[[str], None], watch: socket.socket | None
    ) -> None:
        super().__init__(
            uvicorn.Config(
                application,
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,  # `app.http.proxies` reads them.
                http=LimitedProtocol,
                ws="none",
                lifespan="on",
                timeout_graceful_shutdown=GRACE_S,
            )
        )
        self._application = application
        self._address = address
        self._say = say
        self._watch = watch
        self._watched = AsyncExitStack()
        self._waiting: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            settle()
            watched = _answer_watchers(self._watch, create_watch_app(self._application.state))
            await self._watched.enter_async_context(watched)
            await self._invite_admin()
            self._waiting = asyncio.create_task(self._wait_until_ready())

    async def _invite_admin(self) -> None:
        services: Services = self._application.state.services
        if not await services.invitations.has_admin():
            link = (
                services.settings.public_url.rstrip("/") or self._address
            ) + await services.invitations.make_admin_link()
            self._say(f"There is no admin yet. Create the admin's account here, within a day: {link}")

    async def _wait_until_ready(self) -> None:
        preparation: Preparation = self._application.state.preparation
        try:
            await asyncio.wait_for(preparation.ready.wait(), PATIENCE_S)
        except TimeoutError:
            if preparation.unpublished:
                self._say(f"{self._address} is open; {preparation.unpublished} problems are still to be published.")
            await preparation.ready.wait()
        self._say(f"JAX Dojo is ready on {self._address}")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Event streams would keep their connections open, and the server waits for those.
        self._application.state.services.broadcaster.close()
        if self._waiting is not None:
            self._waiting.cancel()
        await self._watched.aclose()
        await super().shutdown(sockets)


def serve(settings: Settings, say: Callable[[str], None], grader: Grader | None = None) -> int:
    """Run the server, by default with its runner, until it is told to stop; returns the exit code.

    `grader` is one that was started beforehand.
    """
    return_large_blocks()
    set_up_logs(settings)
    _warn_of_unknown_variables()
    prepare_data_directory(settings)
    prepare_database(settings)
    asyncio.run(_check_secrets(settings))
    sock = listen(settings.host, settings.port)
    watch = _listen_for_watchers(settings.host, settings.monitoring_port)
    host, port = sock.getsockname()[:2]
    server = _Server(create_app(settings, grader), show_address(host, port), say, watch)
    try:
        server.run(sockets=[sock])
    except KeyboardInterrupt:
        pass  # Uvicorn stops cleanly and then repeats the signal.
    finally:
        sock.close()
    return 0 if server.started else 3


async def _check_secrets(settings: Settings) -> None:
    """Raise `app.domains.vault.errors.KeyMissingError` if the database holds secrets that can't be decrypted here."""
    database = Database(settings.database_url)
    try:
        await asyncio.to_thread(VaultService(database, Vault(settings)).check)
    finally:
        await database.close()


def run_runner(settings: Settings, say: Callable[[str], None]) -> None:
    """Run a runner without a server until it is told to stop."""
    return_large_blocks()
    set_up_logs(settings)
    _warn_of_unknown_variables()
    if secrets := list_server_secrets(settings):
        advice = "a runner needs none of them: take them out of its environment"
        structlog.stdlib.get_logger(__name__).warning("runner_has_secrets", settings=secrets, advice=advice)
    asyncio.run(_run_runner(settings, say))


async def _run_runner(settings: Settings, say: Callable[[str], None]) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    try:
        opened = open_installation(settings, prepare=require_database, patience_s=START_S, is_over=stop.is_set)
        async with opened as services:
            await warn_of_rights(services)
            grader = make_grader(settings)
            grader.start()
            settle()
            runner = Runner(services, grader, poll_s=POLL_SEPARATE_S if settings.is_sqlite else POLL_WOKEN_S)
            services.submissions.wake_runner, services.submissions.notify_runner = runner.wake, runner.notify
            await _work(services, grader, runner, stop, say)
    except DatabaseUnavailableError:
        if not stop.is_set():  # otherwise it was told to stop while it waited for the database
            raise


async def warn_of_rights(services: Services) -> None:
    """Log a warning if a runner connects to PostgreSQL as the tables' owner: it starts untrusted programs."""
    if not services.settings.is_sqlite and await services.database.read(sees_accounts):
        advice = "give it a role of its own (JAXDOJO_RUNNER_ROLE): docs/postgresql.md says how"
        structlog.stdlib.get_logger(__name__).warning("runner_sees_accounts", advice=advice)


async def _work(
    services: Services, grader: Grader, runner: Runner, stop: asyncio.Event, say: Callable[[str], None]
) -> None:
    """Run a runner until `stop`, then close its grader."""
    preparation = Preparation(services)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(asyncio.to_thread, grader.close)
        watch = _listen_for_watchers(services.settings.host, services.settings.runner_port)
        await stack.enter_async_context(_answer_watchers(watch, create_runner_app(services, runner, preparation)))
        stack.push_async_callback(runner.stop)
        await runner.start(stop.is_set)
        services.start()
        preparing = asyncio.create_task(preparation.run(grader))
        stack.callback(preparing.cancel)
        say(f"Runner {runner.name} grades {services.settings.workers} at once. Ctrl-C stops it.")
        await stop.wait()


class _Watched(uvicorn.Server):
    """A server whose signals are handled elsewhere."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def _answer_watchers(sock: socket.socket | None, application: FastAPI) -> AsyncIterator[None]:
    """Serve `application` on a socket of its own while the block runs; do nothing if there is none."""
    if sock is None:
        yield
        return
    plain = {"log_config": None, "access_log": False, "lifespan": "off", "proxy_headers": False}
    config = uvicorn.Config(application, http=LimitedProtocol, ws="none", **plain)  # type: ignore[arg-type]
    server = _Watched(config)
    serving = asyncio.create_task(server.serve(sockets=[sock]))
    try:
        yield
    finally:
        server.should_exit = True
        await serving
        sock.close()


def _warn_of_unknown_variables() -> None:
    logger = structlog.stdlib.get_logger(__name__)
    for name, meant in find_unknown_variables().items():
        logger.warning("unknown_setting", variable=name, did_you_mean=meant)
    if "FORWARDED_ALLOW_IPS" in os.environ:
        logger.warning("unknown_setting", variable="FORWARDED_ALLOW_IPS", did_you_mean="JAXDOJO_PROXIES")
