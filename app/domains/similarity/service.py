"""Similar solutions to a problem: of everybody, for its authors, or of a course's students, for its staff.

Reading a large class takes some seconds, so it runs in the background: requests get its progress, and the result is
cached until the submissions change.
"""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from sqlalchemy import true

from app.db.models import Submission
from app.db.statuses import Right
from app.domains.audit.log import Action, record
from app.domains.authoring.authored import Authored
from app.domains.authoring.repository import ProblemRow
from app.domains.courses.elsewhere import is_withheld, require_free
from app.domains.courses.errors import CourseThingNotFoundError
from app.domains.courses.repository import assignments as assignment_repository
from app.domains.courses.repository import people
from app.domains.courses.repository.periods import find_period
from app.domains.limits.addresses import name_account
from app.domains.similarity import repository
from app.domains.similarity.errors import ComparedSolutionNotFoundError
from app.domains.similarity.export import Entry, describe_files, pack_report
from app.domains.similarity.parts import Parts, find_parts_packed
from app.domains.similarity.ranking import MAX_STEPS, Ranking, SolutionPair, StudentWork, pack_works, rank_packed
from app.domains.similarity.reading import Reader, pack_texts
from app.domains.similarity.readings import Form, GivenCode, Reading, read_forms, read_known, read_solutions
from app.domains.similarity.schemas import ComparedSolution, EvidenceView, Similar, SimilarPair
from app.kit.workers.errors import TooHeavyError, WorkersBusyError
from grader.errors import BundleError

if TYPE_CHECKING:
    from collections.abc import Hashable

    from pydantic import JsonValue
    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.authoring.service import AuthoringService
    from app.domains.courses.repository.people import StudentRow
    from app.domains.courses.schemas import Access
    from app.domains.similarity.repository import Handed
    from app.kit.workers.pool import Workers
    from grader.bundle.contents import Manifest
    from grader.bundle.store import BundleStore

WAIT_S: Final = 5.0
"""Seconds that a request waits for the result."""
MAX_VERSIONS: Final = 3
"""Number of the newest versions of a problem whose texts count as its own code."""
MAX_OWN: Final = 300_000
"""Maximum number of characters read from the problem's own texts."""
MAX_FOUND: Final = 8
"""Maximum number of classes cached."""
MIN_ATTEMPT: Final = 10
"""Minimum number of tokens for a rejected attempt to be compared."""
MIN_PASTE: Final = 60
"""Number of tokens by which an attempt must outgrow the one before, besides doubling it, to be a large paste."""


@dataclass(frozen=True)
class Classmates:
    """The students of a course as its staff know them: their names, by the row ids of their accounts."""

    access: Access
    names: dict[int, str]

    @property
    def key(self) -> Hashable:
        """What determines which submissions are compared; of the staff, only who attends the course, too."""
        reader = self.access.user.id
        return self.access.course.id, reader if reader in self.names else None, tuple(self.names.items())


@dataclass(frozen=True)
class CourseKata:
    """A kata of a course, and those whose solutions are compared there."""

    problem: Authored
    classmates: Classmates


@dataclass
class _Class:
    """A class that is being read, or was read."""

    state: str
    handed: dict[str, Handed] = field(default_factory=dict)
    known: GivenCode = field(default_factory=GivenCode)
    works: list[StudentWork] = field(default_factory=list)
    ranking: Ranking = field(default_factory=lambda: Ranking([], 0.0))
    left_out: list[str] = field(default_factory=list)
    sources: int = 0
    read: int = 0

    def note_progress(self, number: int) -> None:
        """Count further sources as read."""
        self.read += number


class SimilarityService:
    """Compares the solutions of a class; the result is evidence, never a verdict."""

    def __init__(self, database: Database, store: BundleStore, authoring: AuthoringService, workers: Workers) -> None:
        self._database = database
        self._store = store
        self._authoring = authoring
        self._workers = workers
        self._solutions = Reader[Reading]()
        self._forms = Reader[Form]()
        self._found: dict[tuple[int, object], tuple[_Class, asyncio.Task[None]]] = {}

    async def close(self) -> None:
        """Cancel any reading."""
        tasks = [task for _class, task in self._found.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def find_kata(self, access: Access, slug: str) -> CourseKata:
        """Return a kata of a course, for staff who may see students' data.

        Raises `CourseThingNotFoundError` and `ExamRunningError`.
        """
        access.require(data=Right.VIEW)
        course = access.course

        def load(session: Session) -> CourseKata:
            listed = assignment_repository.list_assignments(session, course.id)
            found = next((kata for one in listed for kata in one.katas if kata.slug == slug), None)
            if found is None:
                raise CourseThingNotFoundError
            require_free(session, access, found.problem_id)
            students = people.list_students(session, course.id, removed=False, joined=True)
            names = {one.user_id: _name_student(one) for one in students if one.user_id is not None}
            problem = Authored(slug, access.user, found.problem_id, ProblemRow())
            return CourseKata(problem, Classmates(access, names))

        return await self._database.read(load)

    async def list_pairs(self, problem: Authored, classmates: Classmates | None = None) -> Similar:
        """Return the ranked pairs of a problem's solutions, or the progress of reading them; recorded in the audit log.

        `classmates` are compared, or everybody. Raises `TooHeavyError` and `WorkersBusyError`.
        """
        found, ready = await self._prepare(problem, classmates)
        pairs = found.ranking.pairs if ready else []
        if ready:
            await self._record(problem, classmates)
        return Similar(
            problem=problem.slug,
            sources=found.sources,
            read=found.sources if ready else min(found.read, found.sources),
            ready=ready,
            people=len(found.works),
            usual=found.ranking.usual,
            left_out=found.left_out,
            pairs=[_view_pair(pair, found) for pair in pairs],
        )

    async def compare(
        self, problem: Authored, left: str, right: str, classmates: Classmates | None = None
    ) -> tuple[SimilarPair, Parts, tuple[str, str]]:
        """Return what two submissions share, where, and their sources; recorded in the audit log.

        Raises `ComparedSolutionNotFoundError` unless both are solutions of this class, `TooHeavyError`, and
        `WorkersBusyError` while the class is being read.
        """
        found, ready = await self._prepare(problem, classmates)
        if not ready:
            raise WorkersBusyError
        known = {work.id for work in found.works}
        if left == right or not {left, right} <= known:
            raise ComparedSolutionNotFoundError(problem.slug)
        first, second = sorted((found.handed[left], found.handed[right]), key=lambda one: one.at)
        ids = first.public_id, second.public_id
        sources = first.source, second.source
        who = name_account(problem.user.id)
        packed = await asyncio.to_thread(pack_works, found.works)
        parts = await self._workers.run(who, find_parts_packed, *sources, packed, ids, found.known)
        await self._record(problem, classmates, pair=[first.name, second.name])
        return _view_pair(parts.pair, found), parts, sources

    async def export(self, problem: Authored, classmates: Classmates | None = None) -> bytes:
        """Return a class as a Dolos report in a zip file; recorded in the audit log. Raises as `compare` does."""
        found, ready = await self._prepare(problem, classmates)
        if not ready:
            raise WorkersBusyError
        who = name_account(problem.user.id)
        handed = [found.handed[work.id] for work in found.works]
        entries = [Entry(work, one.name, one.source, one.at) for work, one in zip(found.works, handed, strict=True)]
        files = []
        for batch in pack_texts([one.source for one in handed]):
            files += await self._workers.run(who, describe_files, batch)
        await self._record(problem, classmates, export=True)
        return await asyncio.to_thread(pack_report, problem.slug, entries, files, found.ranking)

    async def _prepare(self, problem: Authored, classmates: Classmates | None) -> tuple[_Class, bool]:
        """Return a class, and whether reading it is finished; starts reading if necessary."""
        key = problem.row_id, None if classmates is None else classmates.key
        state = await self._database.read(
            lambda session: repository.find_state(session, problem.row_id, _choose(session, classmates))
        )
        known = self._found.get(key)
        if known is None or (known[1].done() and (known[0].state != state or known[1].exception() is not None)):
            found = _Class(state)
            self._found.pop(key, None)
            self._found[key] = known = found, asyncio.create_task(self._read(problem, classmates, found))
            self._forget()
        found, task = known
        try:
            async with asyncio.timeout(WAIT_S):
                await asyncio.shield(task)
        except TimeoutError:
            return found, False
        return found, True

    def _forget(self) -> None:
        """Evict all but the newest classes."""
        for key in list(self._found)[:-MAX_FOUND]:
            if self._found[key][1].done():
                del self._found[key]

    async def _read(self, problem: Authored, classmates: Classmates | None, found: _Class) -> None:
        """Read a class."""

        def collect(session: Session) -> tuple[list[Handed], list[Handed]]:
            names, chosen = None if classmates is None else classmates.names, _choose(session, classmates)
            solutions = repository.list_solutions(session, problem.row_id, names, chosen)
            if names is not None:
                solutions = [replace(one, name=names[one.user_id]) for one in solutions]
            users = [one.user_id for one in solutions]
            return solutions, repository.list_attempts(session, problem.row_id, users, chosen)

        solutions, attempts = await self._database.read(collect)
        found.handed = {one.public_id: one for one in solutions}
        found.sources = len(solutions) + len(attempts)
        who = name_account(problem.user.id)
        found.known = await self._read_known(problem)
        digest = hashlib.sha256(repr(sorted(found.known.runs)).encode()).hexdigest()
        readings = await self._solutions.read(
            [one.source for one in solutions],
            digest,
            lambda sources: self._workers.run(who, read_solutions, sources, found.known),
            found.note_progress,
        )
        forms = await self._forms.read(
            [one.source for one in attempts],
            "",
            lambda sources: self._workers.run(who, read_forms, sources),
            found.note_progress,
        )
        made: dict[int, list[tuple[Handed, Form]]] = {one.user_id: [] for one in solutions}
        for attempt, form in zip(attempts, forms, strict=True):
            if form is not None:
                made[attempt.user_id].append((attempt, form))
        found.left_out = sorted(one.name for one, read in zip(solutions, readings, strict=True) if read is None)
        found.works = [
            make_work(one, reading, made[one.user_id], found.known)
            for one, reading in zip(solutions, readings, strict=True)
            if reading is not None
        ]
        packed = await asyncio.to_thread(pack_works, found.works)
        try:
            found.ranking = await self._workers.run(who, rank_packed, packed, MAX_STEPS)
        except TooHeavyError:  # A very large class on a slow machine.
            found.ranking = await self._workers.run(who, rank_packed, packed, MAX_STEPS // 10)

    async def _read_known(self, problem: Authored) -> GivenCode:
        """Return the problem's own code, from its files and its newest versions."""
        codes, texts = await asyncio.to_thread(self._list_own, problem.slug)
        for version in (await self._authoring.list_versions(problem))[:MAX_VERSIONS]:
            try:
                manifest = (await asyncio.to_thread(self._store.load, version.digest)).manifest
            except BundleError:  # Reported by another part of the service.
                continue
            texts += _list_texts(manifest)
            codes += [manifest.starter, manifest.solution, manifest.bodies]
        who, known = name_account(problem.user.id), GivenCode()
        left = MAX_OWN
        for kind, given in (("code", list(dict.fromkeys(codes))), ("text", list(dict.fromkeys(texts)))):
            for batch in pack_texts(given):
                left -= sum(map(len, batch))
                if left > 0:
                    both = (batch, []) if kind == "code" else ([], batch)
                    known = merge(known, await self._workers.run(who, read_known, *both))
        return known

    def _list_own(self, slug: str) -> tuple[list[str], list[str]]:
        """Return the Python and the Markdown files of a problem, without its rejected solutions."""
        files = self._authoring.copies.read_all(slug)
        texts = {path: content.decode(errors="replace") for path, content in files.items()}
        codes = [text for path, text in texts.items() if path.endswith(".py") and "rejected/" not in path]
        return codes, [text for path, text in texts.items() if path.endswith(".md")]

    async def _record(self, problem: Authored, classmates: Classmates | None, **details: JsonValue) -> None:
        if classmates is not None:
            details["course"] = classmates.access.course.public_id

        def store(session: Session) -> None:
            record(session, Action.SIMILAR_VIEWED, problem.slug, **details)

        await self._database.write(store)


def _choose(session: Session, classmates: Classmates | None) -> ColumnElement[bool]:
    """Return the condition for the submissions that are compared: of a course, those of its period that may be told."""
    if classmates is None:
        return true()
    since, until = find_period(session, classmates.access.course.id)
    in_period = (Submission.created_at >= since) & (Submission.created_at < until)
    return in_period & ~is_withheld(session, classmates.access)


def _name_student(student: StudentRow) -> str:
    """Return what a course's staff call a student; with the account's name it is unique in the course."""
    account = student.view.account or student.view.id
    return account if student.view.name in {"", account} else f"{student.view.name} ({account})"


def make_work(one: Handed, reading: Reading, attempts: list[tuple[Handed, Form]], known: GivenCode) -> StudentWork:
    """Return a person's work from the solution's reading and all attempts, oldest first."""
    before = [(attempt, form) for attempt, form in attempts if attempt.at <= one.at]
    wrong = {
        form.hash
        for attempt, form in before
        if attempt.public_id != one.public_id
        and not attempt.accepted
        and form.tokens >= MIN_ATTEMPT
        and form.hash not in known.forms | {reading.form}
    }
    pasted = [
        later[0].at.timestamp()
        for earlier, later in pairwise(before)
        if later[1].tokens >= max(earlier[1].tokens + MIN_PASTE, 2 * earlier[1].tokens)
    ]
    return StudentWork(one.public_id, reading, one.at.timestamp(), sorted(wrong), pasted)


def merge(one: GivenCode, other: GivenCode) -> GivenCode:
    """Return the union of two."""
    names = ("runs", "names", "comments", "numbers", "strings", "forms")
    return GivenCode(**{name: getattr(one, name) | getattr(other, name) for name in names})


def _list_texts(manifest: Manifest) -> list[str]:
    texts = [manifest.statement, manifest.lesson, *manifest.hints]
    for translation in manifest.translations.values():
        texts += [translation.statement or "", translation.lesson or "", *translation.hints]
    return texts


def _view_pair(pair: SolutionPair, found: _Class) -> SimilarPair:
    readings = {work.id: work.reading for work in found.works}

    def view(public_id: str) -> ComparedSolution:
        one, reading = found.handed[public_id], readings[public_id]
        return ComparedSolution(
            submission=public_id,
            name=one.name,
            at=one.at,
            accepted=one.accepted,
            tokens=reading.tokens,
            own=reading.own,
            whole=reading.whole,
        )

    return SimilarPair(
        left=view(pair.left),
        right=view(pair.right),
        weight=round(pair.weight, 2),
        fraction=pair.fraction,
        shared=pair.shared,
        evidence=[
            EvidenceView(
                kind=each.kind,
                weight=round(each.weight, 2),
                count=each.count,
                alone=each.alone,
                samples=each.samples,
                minutes=None if each.seconds is None else each.seconds / 60,
            )
            for each in pair.evidence
        ],
    )
