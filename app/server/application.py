"""The web application: puts all parts together, and starts and stops them in order."""

from __future__ import annotations

import asyncio
import gzip
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

import structlog
from fastapi.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, Response

import app.web.site
from app.domains.limits.limiter import LimitMiddleware
from app.domains.vault.keys import Vault
from app.domains.webhooks import routes as webhook_routes
from app.http.cross_site import find_local_names
from app.http.middleware import GuardMiddleware, HeadMiddleware, LanguageMiddleware, RequestMiddleware
from app.http.problem_details import install_handlers
from app.http.proxies import ProxyMiddleware
from app.kit.proxies import read_proxies
from app.kit.sending import ADVICE, is_sending
from app.kit.version import find_version
from app.server.measurement import MeasureMiddleware
from app.server.openapi import TAGS, DocumentedAPI
from app.server.routes import make_routes
from app.services import Services, make_services
from app.work.background.place import UnsafePlaceError, find_socket
from app.work.background.server import GradeServer
from app.work.completion import Completion
from app.work.grading import make_grader
from app.work.installation import grade_source
from app.work.preparation import Preparation
from app.work.publishing import Publisher
from app.work.recording import Recording
from app.work.runner import Runner
from app.work.workshop import Workshop
from grader.grading.client import Grader

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from fastapi import FastAPI
    from starlette.requests import Request

    from app.kit.settings import Settings
    from app.work.grading import GraderPort

DELAY_AFTER_START_S: Final = 3.0
"""Delay, in seconds, before work that the first request doesn't need."""
RECORD_AFTER_S: Final = 3.0
"""Delay, in seconds, before the front page's program is run, so that it doesn't delay anybody's run."""


def create_app(settings: Settings, grader: GraderPort | None = None) -> FastAPI:
    """Return the application. Tests pass a `grader` to replace the real one."""
    services = make_services(settings)

    @asynccontextmanager
    async def lifespan(application: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            stack.push_async_callback(services.close)
            if settings.runner == "separate":
                application.state.preparation.skip()
            else:
                await _start_runner(application, services, grader or make_grader(settings), stack)
            services.start()
            stack.push_async_callback(application.state.workshop.close)
            sending = asyncio.create_task(_send_webhooks(services))
            stack.callback(sending.cancel)
            scoring = asyncio.create_task(_send_scores(services))
            stack.callback(scoring.cancel)
            telling = asyncio.create_task(_tell_grades(services))
            stack.callback(telling.cancel)
            mailing = asyncio.create_task(services.mailer.run())
            stack.callback(mailing.cancel)
            sweeping = asyncio.create_task(services.runs.keep_sweeping())
            stack.callback(sweeping.cancel)
            catching_up = asyncio.create_task(services.regrades.keep_catching_up())
            stack.callback(catching_up.cancel)
            recording = asyncio.create_task(_record_front_page(application))
            stack.callback(recording.cancel)
            stack.callback(services.broadcaster.close)
            yield

    application = DocumentedAPI(
        title="JAX Dojo",
        version=find_version(),
        description="Graded exercises for JAX and Flax NNX.",
        openapi_url=None,  # `_describe` serves it.
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # Such redirects would name the host from the request.
        lifespan=lifespan,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # `MeasureMiddleware` has our own.
        openapi_tags=TAGS,
        webhooks=webhook_routes.messages,
    )
    application.state.services = services
    application.state.serves = True
    application.state.runner = None
    application.state.preparation = Preparation(services)
    application.state.recording = Recording(settings, services.runs)
    application.state.workshop = Workshop(services, lambda: make_grader(settings, spares=settings.workers))
    install_handlers(application)
    application.state.description = None
    application.add_route("/openapi.json", _describe, methods=["GET"], include_in_schema=False)
    app.web.site.install(application, settings)  # Before the routes: files needn't wait for some 400 comparisons.
    application.router.routes.extend(make_routes())
    application.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=6)
    application.add_middleware(HeadMiddleware)
    application.add_middleware(GuardMiddleware, names=find_local_names(settings))
    application.add_middleware(LimitMiddleware, limit=settings.address_requests_per_minute)
    application.add_middleware(LanguageMiddleware)
    application.add_middleware(
        RequestMiddleware, encrypted=settings.public_url.startswith("https:"), people=settings.log_people
    )
    application.add_middleware(MeasureMiddleware)
    application.add_middleware(ProxyMiddleware, proxies=read_proxies(settings.proxies))
    return application


async def _describe(request: Request) -> Response:
    """Return the description of the HTTP interface: a megabyte, so a thread makes and compresses it once."""
    state = request.app.state
    if state.description is None:
        state.description = asyncio.create_task(asyncio.to_thread(_write_description, request.app))
    plain, packed = await asyncio.shield(state.description)
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type="application/json", headers={**headers, "Content-Encoding": "gzip"})
    return Response(plain, media_type="application/json", headers=headers)


def _write_description(application: FastAPI) -> tuple[bytes, bytes]:
    """Return the description as JSON, and compressed."""
    plain = bytes(JSONResponse(application.openapi()).body)
    return plain, gzip.compress(plain)


async def _start_runner(application: FastAPI, services: Services, grader: GraderPort, stack: AsyncExitStack) -> None:
    """Start the grader and the runner, and publish changed problems in the background."""
    # Closing kills sandboxes, which ends a grade that still blocks its thread.
    stack.push_async_callback(asyncio.to_thread, grader.close)
    stack.push_async_callback(application.state.preparation.note_last_used)
    await asyncio.to_thread(grader.start)
    runner = Runner(services, grader)
    application.state.runner = runner
    services.submissions.wake_runner = services.regrades.wake_runner = runner.wake
    services.submissions.notify_runner = runner.notify
    stack.push_async_callback(runner.stop)
    await runner.start()
    publisher = Publisher(
        services,
        lambda: make_grader(services.settings, spares=services.settings.workers),
        grader if isinstance(grader, Grader) else None,
    )
    completion = Completion(services, publisher, lambda: make_grader(services.settings, spares=1))
    preparing = asyncio.create_task(application.state.preparation.run(grader, publisher, completion))
    stack.callback(preparing.cancel)
    if services.settings.background_minutes:
        listening = asyncio.create_task(_listen_to_commands(services, grader))
        stack.callback(listening.cancel)


async def _listen_to_commands(services: Services, grader: GraderPort) -> None:
    """Grade for this user's `jaxdojo grade`, which then needs no background process of its own."""
    grade = partial(grade_source, services, grader)
    try:
        server = GradeServer(find_socket(services.settings), grade, workers=services.settings.workers, may_end=False)
        await server.start(replace=True)
    except (OSError, UnsafePlaceError) as error:
        structlog.stdlib.get_logger(__name__).info("commands_grade_alone", reason=str(error))
        return
    try:
        await asyncio.Event().wait()  # until it is cancelled
    finally:
        await server.close()


async def _send_webhooks(services: Services) -> None:
    """Send the outbox's messages. The HTTP client is loaded after start-up, because nothing waits for it."""
    await asyncio.sleep(DELAY_AFTER_START_S)
    from app.domains.webhooks.sender import Sender  # noqa: PLC0415

    settings = services.settings
    if not is_sending(settings.data):
        structlog.stdlib.get_logger(__name__).warning("sending_is_off", advice=ADVICE)
    may_send = partial(is_sending, settings.data)
    await Sender(services.database, Vault(settings), settings.webhook_allowed, may_send).run()


async def _send_scores(services: Services) -> None:
    """Send scores to LTI platforms."""
    await asyncio.sleep(DELAY_AFTER_START_S)
    await services.lti.sender.run()


async def _tell_grades(services: Services) -> None:
    """Find changed grades for courses' webhooks."""
    await asyncio.sleep(DELAY_AFTER_START_S)
    await services.teller.run()


async def _record_front_page(application: FastAPI) -> None:
    """Make the front page's picture if there is none: once now, and again once nothing is being published."""
    await asyncio.sleep(RECORD_AFTER_S)
    await application.state.recording.keep(application.state.preparation.published)
