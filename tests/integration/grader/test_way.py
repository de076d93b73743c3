"""The way of a submission, from POST to verdict: how long it is, and whether CONTRIBUTING tells it as it is.

A real submission is sent over HTTP and graded in a real sandbox, and each call is looked at that the service and the
supervisor make meanwhile. A module is on the way if one of its functions is called with the submission in hand: its
source, its row or job, the evidence of its cases, or what is concluded from that. Not counted are what runs inside the
sandbox, which can't be looked at in this way, and what works for anything alike: middleware, sessions of the database.
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
from grader.report import CaseReport, CheckResult, Report, Verdict

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
"""Told, and not on the way of this problem: it isn't sealed."""
MADE_OF_IT = (
    *(NewSubmission, SubmissionView, Submission, Work, Claim, Grade, SubmissionJudge),
    *(Frame, CaseEvidence, CaseView, CheckResult, CaseReport, Conclusion, Report),
)
"""What a submission is on its way, apart from its source."""


class Follower:
    """Notes the calls of the project's functions that have the submission in hand. A profile function."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.modules: set[str] = set()
        self.ran: set[str] = set()
        self.doors: dict[str, set[tuple[str, str, str]]] = {"source": set(), "bundle": set()}
        """By what is carried: the module that is entered, and the functions from and to which a call goes."""
        self._generators: set[FrameType] = set()

    def __call__(self, frame: FrameType, event: str, _arg: object) -> None:
        code = frame.f_code
        if event != "call" or (module := find_module(code.co_filename)) is None or frame in self._generators:
            return
        if code.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
            self._generators.add(frame)  # it is seen each time that it goes on
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
    """Return the path of a module of `app` or `grader` from the root; None for any other."""
    path = Path(file)
    if not path.is_relative_to(ROOT):
        return None
    inner = path.relative_to(ROOT)
    return inner.as_posix() if inner.parts[0] in ("app", "grader") else None


def find_told() -> set[str]:
    """Return the modules that CONTRIBUTING's way of a submission links to."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    way = text[text.index("## The way of a submission") : text.index("## Where to find things")]
    return {link for link in re.findall(r"\]\(([^)#]+\.py)\)", way) if link.startswith(("app/", "grader/"))}


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory, publisher: Publisher) -> Follower:
    """Submit a right solution and follow it to its verdict."""
    settings = Settings(data=tmp_path_factory.mktemp("way"))
    prepare_data_directory(settings)
    upgrade(settings.database_url)
    bundle = publisher.bundle("jit_forward")
    follower = Follower(bundle.manifest.solution)
    threading.setprofile(follower)
    try:
        assert asyncio.run(submit(settings, publisher.grader, bundle, follower)) is Verdict.ACCEPTED
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return follower


async def submit(settings: Settings, grader: Grader, bundle: Bundle, follower: Follower) -> Verdict | None:
    """Send the source that `follower` follows, and return the verdict."""
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
        await runner.stop()  # it waits for the grade's last words
        sys.setprofile(None)
        found = await services.submissions.get(made.json()["id"], account)
    await services.close()
    return found.verdict


def test_the_way_is_short(followed: Follower) -> None:
    assert len(followed.modules) <= MAX_MODULES, sorted(followed.modules)


@pytest.mark.parametrize("thing", ["source", "bundle"])
def test_no_room_is_visited_often(followed: Follower, thing: str) -> None:
    """A loop goes in by the same door each time, and counts once."""
    visits = Counter(module for module, _, _ in followed.doors[thing])
    often = {module for module, count in visits.items() if count > MAX_VISITS}
    assert often == set(), sorted(door for door in followed.doors[thing] if door[0] in often)


def test_contributing_tells_the_way(followed: Follower) -> None:
    told = {module for module in find_told() if not module.startswith(("grader/inside/", "app/web/"))}
    assert told - ELSEWHERE <= followed.ran
