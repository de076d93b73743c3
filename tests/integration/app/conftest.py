"""A service with its own database, and a grader that the test controls."""

from __future__ import annotations

import re
import threading
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import httpx
import pytest
import structlog
from httpx._config import create_ssl_context
from jinja2 import Environment, FileSystemBytecodeCache
from sqlalchemy import create_engine
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util import LRUCache

from app.db.statuses import Role
from app.domains.problems import repository
from app.kit.settings import Settings, prepare_data_directory
from app.server.application import create_app
from app.services import Services, make_services
from grader.bundle.contents import Bundle, Case, CaseCall
from grader.grading.counts import SandboxCounts
from grader.grading.grade import GradeEvent
from grader.report import CaseReport, Mode, Report, Stack, Timing, Verdict
from tests.integration.app.kept_workers import end_kept_workers, pass_workers_on
from tests.integration.app.observed import make_observation
from tests.integration.app.press import StandInPress, make_manifest
from tests.integration.app.site import Site

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from fastapi import FastAPI
    from pydantic import JsonValue
    from sqlalchemy import Engine

    from app.domains.accounts.schemas import Account
    from grader.errors import GraderError

HERE = Path(__file__).parent
PASSWORD = "correct horse battery"  # noqa: S105
JSON = dict[str, Any]
AUTHORING = "/api/v1/authoring/problems"
EACH_DATABASE = pytest.mark.databases("sqlite", "postgresql")


@dataclass
class StandInGrader:
    """Returns the given verdicts, one per grade, repeating the last one; each grade waits until `gate` opens."""

    verdicts: list[Verdict | Exception] = field(default_factory=lambda: [Verdict.ACCEPTED])
    gate: threading.Event = field(default_factory=threading.Event)
    case_gate: threading.Event = field(default_factory=threading.Event)
    warm: threading.Event = field(default_factory=threading.Event)
    expected: list[str] = field(default_factory=list)
    sources: list[bytes] = field(default_factory=list)
    cases: int = 2
    message: str = "As told."
    score: float = 1.0
    missing: GraderError | None = None
    closed: bool = False
    stack: Stack = field(default_factory=lambda: Stack(python="3.13.1", jax="0.12.0", flax="0.12.12"))

    def __post_init__(self) -> None:
        for event in (self.gate, self.case_gate, self.warm):
            event.set()

    @property
    def tier(self) -> str:
        if self.missing is not None:
            raise self.missing
        return "B"

    def start(self) -> None:
        pass

    def expect(self, bundle: Bundle) -> None:
        self.expected.append(bundle.digest)

    def is_warm(self, bundle: Bundle) -> bool:
        return self.warm.is_set() and bundle.digest in self.expected

    def count_sandboxes(self) -> SandboxCounts:
        return SandboxCounts({"problem": len(self.expected), "any": 1}, {"timed_out": 2})

    def close(self) -> None:
        self.closed = True
        self.gate.set()
        self.case_gate.set()

    def grade(
        self,
        bundle: Bundle,
        source: bytes,
        *,
        mode: Mode,
        on_event: Callable[[GradeEvent], None] | None = None,
    ) -> Report:
        self.sources.append(source)
        assert self.gate.wait(120)
        verdict = self.verdicts.pop(0) if len(self.verdicts) > 1 else self.verdicts[0]
        if isinstance(verdict, Exception):
            raise verdict
        cases = []
        for index in range(self.cases):
            case = CaseReport(
                name=f"s{index}", label="a case", hidden=False, verdict=verdict, seconds=0.1, checks=[], calls=[]
            )
            cases.append(case)
            if on_event is not None:
                data: dict[str, JsonValue] = {"index": index, "total": self.cases, "case": case.model_dump(mode="json")}
                on_event(GradeEvent("case", data))
            assert self.case_gate.wait(120)
        return Report(
            problem=bundle.manifest.slug,
            version=bundle.digest,
            mode=mode,
            verdict=verdict,
            code=verdict.value,
            message=self.message,
            score=self.score * (verdict is Verdict.ACCEPTED),
            cases=cases,
            timing=Timing(prepare_ms=5.25, run_ms=400.13, judge_ms=20.31, total_ms=431.77),
        )

    def observe(self, source: bytes) -> Report:
        self.sources.append(source)
        assert self.gate.wait(120)
        return make_observation(self.message)


async def publish(services: Services, slug: str = "double", **changes: object) -> int:
    """Add a fictitious problem to the store and the database."""
    manifest = make_manifest(slug, **changes)
    samples = (Case("s0", "one", (CaseCall("call 1", {"x": 1.0}, 2.0, None),)),)
    pool = (Case("SECRET-CASE", "hidden", (CaseCall("call 1", {"x": 3.0}, 6.0, None),)),)
    digest = services.store.save(Bundle("", manifest, samples, pool))
    number, _, _ = await services.database.write(
        lambda session: repository.add_version(session, manifest, digest, f"source of {digest[:8]}")
    )
    services.catalogue.forget()
    return number


@pytest.fixture(autouse=True)
def _plain_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test the same logs. By default, structlog takes seconds to draw coloured tracebacks with all variables.

    A command that a test runs in this process may configure logs; loggers that cached its configuration would keep it.
    Other commands' own logs would take away what a test captures.
    """
    configure = structlog.configure

    def configure_uncached(**options: Any) -> None:  # noqa: ANN401 - structlog's own
        configure(**options | {"cache_logger_on_first_use": False})

    structlog.reset_defaults()
    renderer = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    configure(processors=[structlog.processors.add_log_level, renderer], cache_logger_on_first_use=False)
    monkeypatch.setattr(structlog, "configure", configure_uncached)
    monkeypatch.setattr("app.work.installation.set_up_logs", lambda _settings: None)


@pytest.fixture(autouse=True, scope="session")
def _compile_statements_once() -> Iterator[None]:
    """Share compiled statements between the engines of all tests.

    Each test has its own engine, which would compile all of its statements anew: that took a tenth of the time.
    """
    compiled: LRUCache[Any, Any] = LRUCache(10_000)

    def create_sharing(*given: Any, **options: Any) -> Engine:  # noqa: ANN401 - SQLAlchemy's own
        engine = create_engine(*given, **options)
        engine._compiled_cache = compiled
        return engine

    with (
        patch("app.db.session.create_sync_engine", create_sharing),
        # Statements are compiled for a dialect, of which each engine has its own.
        patch.object(DefaultDialect, "__eq__", lambda own, other: type(own) is type(other)),
        patch.object(DefaultDialect, "__hash__", lambda own: hash(type(own))),
    ):
        yield


@pytest.fixture(autouse=True)
def _busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give workers all the time they need, and report no late event loop: many tests run in parallel."""
    monkeypatch.setattr("app.server.health.LATE_S", float("inf"))
    monkeypatch.setattr("app.kit.workers.pool.WALL_S", 120.0)
    monkeypatch.setattr("app.domains.similarity.service.WAIT_S", 60.0)
    monkeypatch.setattr("app.web.drawing.pieces.MAX_PAGE_S", 120.0)


@pytest.fixture(autouse=True)
def _no_recording(monkeypatch: pytest.MonkeyPatch) -> None:
    """Don't run the front page's program, which would be an extra submission in tests that count them."""
    monkeypatch.setattr("app.server.application.RECORD_AFTER_S", 1e6)


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    return Settings(
        data=tmp_path / "data",
        database_url=database_url,
        problems=tmp_path / "problems",
        workers=2,
        password_memory_kib=64,
        password_passes=1,
        stop_grace_s=0.2,
        lost_after_s=2.0,
        sign_ups_per_hour=0,
        submissions_per_minute=0,
        requests_per_minute=0,
        address_requests_per_minute=0,
        _env_file=None,
    )


@pytest.fixture
async def services(settings: Settings) -> AsyncIterator[Services]:
    """Yield the services, with an upgraded database and a published problem. Nothing is running."""
    prepare_data_directory(settings)
    made = make_services(settings)
    await publish(made)
    yield made
    await made.close()


@pytest.fixture(scope="session", autouse=True)
def _compile_templates_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Share compiled templates between the tests' many applications: otherwise a page takes a tenth of a second."""
    kept = FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))
    with pytest.MonkeyPatch.context() as patching:
        patching.setattr("app.web.rendering.Environment", partial(Environment, bytecode_cache=kept))
        yield


@pytest.fixture(scope="session", autouse=True)
def _read_certificates_once() -> Iterator[None]:
    """Share the trusted certificates between the HTTP clients, each of which would read them for 25 ms."""
    with patch("httpx._transports.default.create_ssl_context", cache(create_ssl_context)):
        yield


@pytest.fixture(scope="session", autouse=True)
def _pass_workers_on() -> Iterator[None]:
    with pass_workers_on():
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """Leave no worker to tests of other folders, some of which look for processes that were left."""
    yield
    if nextitem is None or HERE not in nextitem.path.parents:
        end_kept_workers()


@pytest.fixture
def grader() -> StandInGrader:
    return StandInGrader()


@pytest.fixture
async def application(settings: Settings, grader: StandInGrader) -> AsyncIterator[FastAPI]:
    """Yield the whole application, running."""
    prepare_data_directory(settings)
    made = create_app(settings, grader)
    async with made.router.lifespan_context(made):
        await publish(made.state.services)
        yield made


@dataclass
class Person:
    """A user with a browser, or with a program."""

    http: httpx.AsyncClient
    application: FastAPI

    async def sign_up(self, name: str = "ada") -> None:
        answer = await self.http.post("/api/v1/accounts", json={"name": name, "password": PASSWORD})
        assert answer.status_code == 201, answer.text
        answer = await self.http.post("/api/v1/session", json={"name": name, "password": PASSWORD})
        assert answer.status_code == 200, answer.text

    async def submit(self, source: str = "def double(x): return 2 * x", mode: str = "submit") -> JSON:
        answer = await self.http.post("/api/v1/problems/double/submissions", json={"source": source, "mode": mode})
        assert answer.status_code == 202, answer.text
        body: JSON = answer.json()
        assert answer.headers["location"] == f"/api/v1/submissions/{body['id']}"
        return body

    async def solve(self, source: str = "def double(x): return 2 * x", mode: str = "submit") -> str:
        """Submit, wait for the verdict, and return the submission's id."""
        made = await self.submit(source, mode)
        await self.http.get(f"/api/v1/submissions/{made['id']}/events")
        return str(made["id"])

    async def read(self, path: str, status: int = 200) -> str:
        """Return the text of a page."""
        answer = await self.http.get(path, headers={"accept": "text/html"})
        assert answer.status_code == status, answer.text
        return answer.text

    async def send(self, path: str, **fields: str) -> httpx.Response:
        """Send a form."""
        return await self.http.post(path, data=fields, headers={"accept": "text/html"})


def names_ada(page: str) -> bool:
    """Return whether a page names `ada`: random ids may contain these letters."""
    return re.search(r"\bada\b", page) is not None


def make_person(application: FastAPI, **headers: str) -> Person:
    transport = httpx.ASGITransport(application)
    given = {"sec-fetch-site": "same-origin", **headers}
    return Person(httpx.AsyncClient(transport=transport, base_url="http://dojo.test", headers=given), application)


@pytest.fixture
async def ada(application: FastAPI) -> AsyncIterator[Person]:
    """Yield a signed-in user."""
    person = make_person(application)
    async with person.http:
        await person.sign_up()
        yield person


@pytest.fixture
async def nobody(application: FastAPI) -> AsyncIterator[Person]:
    person = make_person(application)
    async with person.http:
        yield person


@pytest.fixture
async def account(services: Services) -> Account:
    return await services.accounts.add_user("ada", PASSWORD, Role.LEARNER)


@contextmanager
def replace_grading() -> Iterator[StandInPress]:
    """Have the applications of this block publish and grade without sandboxes; for benches as well."""
    press = StandInPress()
    with (
        patch("app.work.checking.publish", press.publish),
        patch("app.work.completion.is_complete", lambda *_given: True),  # it compiles nothing
        patch("app.server.application.make_grader", lambda *_args, **_options: StandInGrader()),
    ):
        yield press


@pytest.fixture
def press() -> Iterator[StandInPress]:
    with replace_grading() as press:
        yield press


@pytest.fixture
async def iris(press: StandInPress, application: FastAPI) -> AsyncIterator[Person]:
    """Yield an instructor with her own problem `shift`."""
    async with make_instructor(application, "iris") as person:
        answer = await person.http.post(AUTHORING, json={"slug": "shift", "name": "Shift it"})
        assert answer.status_code == 201, answer.text
        yield person


@asynccontextmanager
async def make_instructor(application: FastAPI, name: str, role: Role = Role.INSTRUCTOR) -> AsyncIterator[Person]:
    person = make_person(application)
    async with person.http:
        await person.sign_up(name)
        await application.state.services.accounts.change_role(name, role)
        yield person


@pytest.fixture
def site(settings: Settings, grader: StandInGrader) -> Iterator[Site]:
    """Yield a server with a problem and with the learner `ada`."""
    # The server's log would be mixed into the commands' output.
    with structlog.testing.capture_logs(), Site(settings, grader) as site:
        services = site.application.state.services
        site.do(publish(services))
        site.do(services.accounts.add_user("ada", PASSWORD, Role.LEARNER))
        yield site
