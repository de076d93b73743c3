"""A submission's path through the code, from POST to verdict: its length, and whether CONTRIBUTING describes it.

A real submission is sent over HTTP and graded in a real sandbox, while each call that the service and the supervisor
make is recorded. A module is on the path if one of its functions is called with the submission: its source, its row or
job, the evidence of its cases, or the conclusions from that. What runs inside the sandbox isn't counted, since it can't
be recorded in this way, and neither is generic code: middleware and database sessions.
"""

from __future__ import annotations

import asyncio
import functools
import inspect
import re
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from app.db.models import Submission
from app.db.statuses import Role, VersionStatus
from app.db.upgrade import upgrade
from app.domains.problems.repository import add_version
from app.domains.submissions.ledger import Work
from app.domains.submissions.schemas import NewSubmission, SubmissionView
from app.kit.settings import Settings, prepare_data_directory
from app.queue.port import Claim
from app.server.application import create_app
from app.work.runner import Runner
from grader.bundle.contents import Bundle
from grader.grading.grade import Grade
from grader.judge.checks.view import CaseView
from grader.judge.conclusion import Conclusion
from grader.judge.evidence import CaseEvidence
from grader.judge.submission import SubmissionJudge
from grader.protocol import Frame
from grader.report import CaseReport, CheckResult, Mode, Report, Verdict

if TYPE_CHECKING:
    from types import FrameType

    from app.services import Services
    from grader.grading.client import Grader
    from tests.integration.grader.conftest import Publisher

pytestmark = pytest.mark.sandbox

ROOT = Path(__file__).parents[3]
PASSWORD = "correct horse battery"  # noqa: S105
PATIENCE_S = 60
MAX_MODULES = 30
MAX_VISITS = 3
ELSEWHERE = {"grader/grading/sealing.py"}
"""Modules that CONTRIBUTING names but that aren't on this problem's path, because it isn't sealed."""
MADE_OF_IT = (
    *(NewSubmission, SubmissionView, Submission, Work, Claim, Grade, SubmissionJudge),
    *(Frame, CaseEvidence, CaseView, CheckResult, CaseReport, Conclusion, Report),
)
"""The forms that a submission takes on its path, apart from its source."""


class Follower:
    """A profile function that records those calls of the project's functions that get the submission."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.modules: set[str] = set()
        self.ran: set[str] = set()
        self.doors: dict[str, set[tuple[str, str, str]]] = {"source": set(), "bundle": set()}
        """By what a call passes: the module that is entered, the calling function and the called one."""
        self._generators: set[FrameType] = set()

    def __call__(self, frame: FrameType, event: str, _arg: object) -> None:
        code = frame.f_code
        if event != "call" or (module := find_module(code.co_filename)) is None or frame in self._generators:
            return
        if code.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
            self._generators.add(frame)  # it is seen each time that it is resumed
        count = code.co_argcount + code.co_kwonlyargcount
        given = [frame.f_locals[name] for name in code.co_varnames[:count] if name in frame.f_locals]
        self.ran.add(module)
        if any(map(self.is_submission, given)):
            self.modules.add(module)
        caller = frame.f_back.f_code if frame.f_back is not None else code
        if find_module(caller.co_filename) != module:
            door = (module, caller.co_qualname, code.co_qualname)
            if any(map(self.is_source, given)):
                self.doors["source"].add(door)
            if any(isinstance(value, Bundle) for value in given):
                self.doors["bundle"].add(door)

    def is_submission(self, value: object) -> bool:
        if isinstance(value, list | tuple) and value:
            value = value[0]
        return self.is_source(value) or isinstance(value, MADE_OF_IT)

    def is_source(self, value: object) -> bool:
        if isinstance(value, bytes):
            return value == self.source.encode()
        return isinstance(value, str) and value == self.source


@functools.cache
def find_module(file: str) -> str | None:
    """Return a module's path relative to the root if it belongs to `app` or `grader`; None for any other."""
    path = Path(file)
    if not path.is_relative_to(ROOT):
        return None
    inner = path.relative_to(ROOT)
    return inner.as_posix() if inner.parts[0] in ("app", "grader") else None


def find_told() -> set[str]:
    """Return the modules to which CONTRIBUTING's description of the path links."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    way = text[text.index("## The path of a submission") : text.index("## Where to find things")]
    return {link for link in re.findall(r"\]\(([^)#]+\.py)\)", way) if link.startswith(("app/", "grader/"))}


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory, publisher: Publisher) -> Follower:
    """Submit a right solution and follow it to its verdict."""
    settings = Settings(data=tmp_path_factory.mktemp("way"))
    prepare_data_directory(settings)
    upgrade(settings.database_url)
    bundle = publisher.bundle("jit_forward")
    publisher.grader.grade(bundle, bundle.manifest.solution.encode(), mode=Mode.SUBMIT)  # starts what all share
    follower = Follower(bundle.manifest.solution)
    threading.setprofile(follower)
    try:
        assert asyncio.run(submit(settings, publisher.grader, bundle, follower)) is Verdict.ACCEPTED
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return follower


async def submit(settings: Settings, grader: Grader, bundle: Bundle, follower: Follower) -> Verdict | None:
    """Submit the source that `follower` follows, and return the verdict."""
    application = create_app(settings)
    services: Services = application.state.services
    services.store.save(bundle)
    await services.database.write(
        lambda session: add_version(session, bundle.manifest, bundle.digest, "source", VersionStatus.PUBLISHED)
    )
    account = await services.accounts.add_user("ada", PASSWORD, Role.LEARNER)
    runner = Runner(services, grader)
    services.submissions.wake_runner = runner.wake
    await runner.start()
    transport, headers = httpx.ASGITransport(application), {"sec-fetch-site": "same-origin"}
    async with httpx.AsyncClient(transport=transport, base_url="http://dojo.test", headers=headers) as http:
        await http.post("/api/v1/session", json={"name": "ada", "password": PASSWORD})
        sys.setprofile(follower)
        new = {"source": follower.source, "mode": "submit"}
        made = await http.post(f"/api/v1/problems/{bundle.manifest.slug}/submissions", json=new)
        assert made.status_code == httpx.codes.ACCEPTED, made.text
        async with asyncio.timeout(PATIENCE_S):
            async for _event in services.submissions.events(made.json()["id"], account):
                pass
        await runner.stop()  # it waits until the grade has ended completely
        sys.setprofile(None)
        found = await services.submissions.get(made.json()["id"], account)
    await services.close()
    return found.verdict


def test_the_way_is_short(followed: Follower) -> None:
    assert len(followed.modules) <= MAX_MODULES, sorted(followed.modules)


@pytest.mark.parametrize("thing", ["source", "bundle"])
def test_no_room_is_visited_often(followed: Follower, thing: str) -> None:
    """A loop makes the same call each time, and counts once."""
    visits = Counter(module for module, _, _ in followed.doors[thing])
    often = {module for module, count in visits.items() if count > MAX_VISITS}
    assert often == set(), sorted(door for door in followed.doors[thing] if door[0] in often)


def test_contributing_tells_the_way(followed: Follower) -> None:
    told = {module for module in find_told() if not module.startswith(("grader/inside/", "app/web/"))}
    assert told - ELSEWHERE <= followed.ran
