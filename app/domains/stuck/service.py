"""Where a class is stuck, for its staff, and the hints that they pin for students."""

from __future__ import annotations

from collections import defaultdict
from statistics import median
from typing import TYPE_CHECKING, Final

from sqlalchemy import true

from app.db.statuses import Right, Role, UnlockKind
from app.domains.audit.log import Action, record
from app.domains.courses.elsewhere import is_withheld, require_free
from app.domains.courses.errors import CourseThingNotFoundError, MissingRightError
from app.domains.courses.kept_schemas import CODE, MAX_HINTS
from app.domains.courses.repository import people
from app.domains.courses.repository.periods import find_period
from app.domains.limits.addresses import name_account
from app.domains.problems.repository import find_standing
from app.domains.similarity.reading import Reader, pack_texts
from app.domains.similarity.readings import Form, read_forms
from app.domains.stuck import repository
from app.domains.stuck.attempts import strip_sources
from app.domains.stuck.repository import SentWork
from app.domains.stuck.schemas import StuckAttempts, StuckCell, StuckKata, StuckMap, WrongAttempt
from app.kit.errors import InvalidInputError
from app.kit.language import translate as _
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.courses.assignments import AssignmentService
    from app.domains.courses.schemas import Access, CourseInfo
    from app.domains.problems.catalogue import Catalogue
    from app.domains.problems.exams import ExamRules
    from app.domains.stuck.schemas import Effort, PinnedHintView, SentAttempt
    from app.domains.submissions.schemas import SubmissionView
    from app.kit.workers.pool import Workers

MAX_READ: Final = 500
"""Maximum number of wrong submissions read behind a cell, the newest ones."""
MAX_SHOWN: Final = 20
"""Maximum number of different attempts shown for a cell."""
MAX_NAMES: Final = 50
"""Maximum number of names shown for one attempt."""
MINUTE_S: Final = 60


class StuckService:
    """Counts a class's wrong submissions by reason code, and manages pinned hints."""

    def __init__(
        self,
        database: Database,
        catalogue: Catalogue,
        assignments: AssignmentService,
        workers: Workers,
        exams: ExamRules,
    ) -> None:
        self._database = database
        self._catalogue = catalogue
        self._exams = exams
        self._assignments = assignments
        self._workers = workers
        self._forms = Reader[Form]()

    async def show_map(self, access: Access, label: str = "") -> StuckMap:
        """Return the map of a course's katas and the codes that its students get, for all staff."""
        _require_staff(access)
        return await self.count(access.course, label, access)

    async def count(self, course: CourseInfo, label: str = "", access: Access | None = None) -> StuckMap:
        """Return the map of a course, as the reader may know it; without `access` for the operator."""
        names = await self._assignments.name_katas()

        def load(session: Session) -> StuckMap:
            katas = dict(repository.list_katas(session, course.id))
            asked = _choose(session, course, label, access), list(katas)
            pins = repository.list_pins(session, course.id)
            cells: defaultdict[int, list[StuckCell]] = defaultdict(list)
            totals: defaultdict[str, int] = defaultdict(int)
            for problem, code, students, attempts in repository.count_codes(session, *asked):
                pinned = (problem, code) in pins
                cells[problem].append(StuckCell(code=code, students=students, attempts=attempts, pinned=pinned))
                totals[code] += students
            efforts: defaultdict[int, list[Effort]] = defaultdict(list)
            for effort in repository.list_efforts(session, *asked):
                efforts[effort.problem_id].append(effort)
            unlocks = repository.count_unlocks(session, *asked)
            return StuckMap(
                students=people.count_students(session, course.id, removed=False, joined=True, label=label),
                codes=sorted(totals, key=lambda code: (-totals[code], code)),
                katas=[_view_kata(row, slug, names, efforts[row], cells[row], unlocks) for row, slug in katas.items()],
                labels=list(people.list_labels(session, course.id)),
            )

        return await self._database.read(load)

    async def show_attempts(self, access: Access, problem: str, code: str, label: str = "") -> StuckAttempts:
        """Return the wrong attempts behind a cell, grouped if they differ only in names, comments and layout.

        Only staff who may see students' data get names. Recorded in the audit log if an admin reads them. Raises
        `CourseThingNotFoundError`, `ExamRunningError` and `WorkersBusyError`.
        """
        _require_staff(access)
        names = await self._assignments.name_katas()
        course, sees_students = access.course, access.data.includes(Right.VIEW)

        def collect(session: Session) -> tuple[list[SentAttempt], tuple[int, int], str | None]:
            row = _find_kata(session, course.id, problem)
            require_free(session, access, row)
            asked = _choose(session, course, label, access), row, code
            hint = repository.list_pins(session, course.id).get((row, code))
            counts = repository.count_wrong(session, *asked)
            if access.user.role is Role.ADMIN:
                record(session, Action.SUBMISSION_VIEWED, problem, course=course.public_id, code=code[:80])
            return repository.list_wrong(session, *asked, limit=MAX_READ), counts, hint

        run = self._database.write if access.user.role is Role.ADMIN else self._database.read
        sent, (attempts, students), hint = await run(collect)
        who = name_account(access.user.id)
        forms = await self._forms.read(
            [one.source for one in sent],
            "",
            lambda sources: self._workers.run(who, read_forms, sources),
            lambda _n: None,
        )
        groups = _group(sent, forms)
        shown = groups[:MAX_SHOWN]
        newest = [group[0] for group in shown]
        told = {one.student for group in shown for one in group if sees_students}
        verdicts, titles = await self._database.read(
            lambda session: (
                repository.load_verdicts(session, [one.id for one in newest]),
                repository.name_students(session, told),
            )
        )
        sources = [one.source for one in newest]
        if not sees_students:
            sources = await self._strip(who, sources)
        return StuckAttempts(
            problem=problem,
            name=names.get(problem, problem),
            code=code,
            attempts=attempts,
            students=students,
            hint=hint,
            left_off=max(0, len(groups) - MAX_SHOWN),
            shown=[
                _view_group(group, source, verdicts[group[0].id], titles if sees_students else None)
                for group, source in zip(shown, sources, strict=True)
                if group[0].id in verdicts
            ],
        )

    async def _strip(self, who: str, sources: list[str]) -> list[str]:
        stripped: list[str] = []
        for batch in pack_texts(sources):
            stripped += await self._workers.run(who, strip_sources, batch)
        return stripped

    async def put_pin(self, access: Access, problem: str, code: str, text: str) -> None:
        """Pin a hint to a code on a kata; raises `CourseThingNotFoundError`, and `InvalidInputError` for a bad code."""
        access.require(content=Right.EDIT)
        if not CODE.fullmatch(code):
            raise InvalidInputError("code", _("A code has 1 to 80 letters, digits and `_.:-`."))

        def store(session: Session) -> None:
            row = _find_kata(session, access.course.id, problem)
            pins = repository.list_pins(session, access.course.id)
            if (row, code) not in pins and len(pins) >= MAX_HINTS:
                raise InvalidInputError("text", _("A course can have at most %(most)s pinned hints.", most=MAX_HINTS))
            repository.put_pin(session, access.course.id, row, code, text, access.user.id)

        await self._database.write(store)

    async def delete_pin(self, access: Access, problem: str, code: str) -> None:
        """Delete a pinned hint, also on a kata that has left the course.

        Raises `CourseThingNotFoundError` if there is none.
        """
        access.require(content=Right.EDIT)

        def remove(session: Session) -> None:
            if not repository.delete_pin(session, access.course.id, problem, code):
                raise CourseThingNotFoundError

        await self._database.write(remove)

    async def find_pins(self, submission: SubmissionView, user: Account) -> list[PinnedHintView]:
        """Return the hints that staff of this user's courses pinned to the code of a rejected submission.

        There are none in an exam, which has no hints. Raises `ProblemNotFoundError`.
        """
        report = submission.report
        if report is None or submission.mode is not Mode.SUBMIT or report.verdict is Verdict.ACCEPTED:
            return []
        if report.held_until is not None:
            return []
        code = report.code
        problem_id = (await self._catalogue.find_version(submission.problem, user)).problem_id

        def load(session: Session) -> list[PinnedHintView]:
            if not find_standing(session, user.id, problem_id).may_have_pins:
                return []  # So it is for most, and pages with a verdict know the standing already.
            if problem_id in self._exams.find_running(session, user.id):
                return []
            return repository.find_pins(session, user.id, problem_id, code)

        return await self._database.read(load)


def _require_staff(access: Access) -> None:
    if not access.is_staff:
        raise MissingRightError


def _choose(session: Session, course: CourseInfo, label: str, access: Access | None) -> SentWork:
    """Return which submissions count: those of the course's period whose verdicts the reader may know."""
    is_told = true() if access is None else ~is_withheld(session, access)
    return SentWork(course.id, label, *find_period(session, course.id), is_told)


def _find_kata(session: Session, course_id: int, problem: str) -> int:
    found = next((row for row, slug in repository.list_katas(session, course_id) if slug == problem), None)
    if found is None:
        raise CourseThingNotFoundError
    return found


def _view_kata(
    row: int,
    slug: str,
    names: Mapping[str, str],
    efforts: Sequence[Effort],
    cells: list[StuckCell],
    unlocks: Mapping[tuple[int, UnlockKind], int],
) -> StuckKata:
    solved = [one for one in efforts if one.seconds is not None]
    return StuckKata(
        problem=slug,
        name=names.get(slug, slug),
        tried=len(efforts),
        solved=len(solved),
        tries=median(one.tries for one in solved) if solved else None,
        minutes=round(median(one.seconds or 0 for one in solved) / MINUTE_S, 1) if solved else None,
        hinted=unlocks.get((row, UnlockKind.HINT), 0),
        gave_up=unlocks.get((row, UnlockKind.SOLUTION), 0),
        cells=sorted(cells, key=lambda cell: (-cell.students, cell.code)),
    )


def _group(sent: Sequence[SentAttempt], forms: Sequence[Form | None]) -> list[list[SentAttempt]]:
    """Return the attempts grouped by form: the largest groups first, ties by the newest."""
    groups: defaultdict[object, list[SentAttempt]] = defaultdict(list)
    for one, form in zip(sent, forms, strict=True):
        # Sources that couldn't be read are equal if they have the same characters.
        groups[one.source if form is None else (form.hash, form.tokens)].append(one)
    return sorted(groups.values(), key=lambda group: (-len(group), -group[0].id))


def _view_group(
    group: Sequence[SentAttempt],
    source: str,
    verdict: tuple[str, datetime, Verdict, str, int | None],
    titles: Mapping[int, str] | None,
) -> WrongAttempt:
    public_id, at, judged, message, line = verdict
    students = list(dict.fromkeys(one.student for one in group))
    named = None if titles is None else sorted({titles[one] for one in students if one in titles})[:MAX_NAMES]
    return WrongAttempt(
        count=len(group),
        students=len(students),
        names=named,
        submission=None if titles is None else public_id,
        source=source,
        verdict=judged,
        message=message,
        line=line if titles is not None else None,
        at=at,
    )
