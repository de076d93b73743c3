"""Export and import of courses as files, without people: assignments and labels, and what staff keep for their class.

Copying works the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.db.statuses import Right
from app.domains.courses.assignment_schemas import (
    MAX_ASSIGNMENTS,
    MAX_KATAS,
    KataPoints,
    NewAssignment,
    OverrideFields,
)
from app.domains.courses.assignments import add_assignment
from app.domains.courses.date_checks import check_assignment, check_override
from app.domains.courses.errors import PrivateKatasError
from app.domains.courses.exam_limits import check_exams
from app.domains.courses.fields import Body, ShortLine
from app.domains.courses.kept_schemas import MAX_COMMENTS, MAX_HINTS, HintInFile
from app.domains.courses.plans import read_rule
from app.domains.courses.private import bring_along
from app.domains.courses.repository import assignments as repository
from app.domains.courses.repository import kept, people, rubrics
from app.domains.courses.roster import add_labels
from app.domains.courses.rubric_schemas import PlainRubricItem, RubricInFile
from app.domains.courses.schemas import MAX_LABELS, CourseCopy, NewCourse
from app.domains.courses.service import make_course, require_teacher
from app.domains.courses.timeline import FIELDS
from app.kit.errors import InvalidInputError, ProblemNotFoundError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from datetime import timedelta

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.courses.plans import AssignmentRow
    from app.domains.courses.schemas import Access, CourseInfo

DATES = ("opens_at", "early_until", "due_at", "late_until")


class AssignmentInFile(NewAssignment):
    """An assignment of a course's file, with what is different for labels, and the rubrics of its katas."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={})

    overrides: Annotated[list[OverrideFields], Field(max_length=MAX_LABELS, fail_fast=True, default_factory=list)]
    rubrics: Annotated[list[RubricInFile], Field(max_length=MAX_KATAS, fail_fast=True, default_factory=list)]


class CourseFile(BaseModel):
    """A course as a file. `format` is the version of the file's format.

    Of the mistakes in one list, the first is told.
    """

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "format": 1,
                    "course": {
                        "name": "Programming with JAX",
                        "term": "Autumn 2026",
                        "time_zone": "Europe/Berlin",
                        "starts_on": "2026-10-01",
                        "ends_on": "2027-02-15",
                    },
                    "labels": ["A"],
                    "assignments": [
                        {
                            "name": "Compilation",
                            "opens_at": "2026-10-01T08:00",
                            "due_at": "2026-10-12T23:59",
                            "katas": [{"problem": "shift", "points": 10}],
                            "overrides": [{"label": "A", "due_at": "2026-10-19T23:59"}],
                            "rubrics": [{"problem": "shift", "items": [{"points": -2, "words": "Hard to read"}]}],
                        }
                    ],
                    "hints": [{"problem": "shift", "code": "values.mismatch", "text": "Look at the *shape*."}],
                    "comments": ["Use `jnp.where` here."],
                }
            ]
        },
    )

    # Lists in lists could have half a million mistakes in 800 KB, which held the event loop for seconds: so each list
    # fails fast.
    format: Literal[1] = 1
    course: NewCourse
    labels: Annotated[list[ShortLine], Field(max_length=MAX_LABELS)] = []
    assignments: Annotated[list[AssignmentInFile], Field(max_length=MAX_ASSIGNMENTS, fail_fast=True)] = []
    hints: Annotated[list[HintInFile], Field(max_length=MAX_HINTS, fail_fast=True)] = []
    comments: Annotated[list[Body], Field(max_length=MAX_COMMENTS, fail_fast=True)] = []


class ExchangeService:
    """Exports, imports and copies courses."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def export(self, access: Access) -> CourseFile:
        """Return a course's file, for staff who may see content; without comments unless they may see these."""
        access.require(content=Right.VIEW)
        return await self._database.read(lambda session: _write_visible(session, access))

    async def export_course(self, course: CourseInfo) -> CourseFile:
        """Return a course's file, for the operator."""
        return await self._database.read(lambda session: write_course(session, course))

    async def import_file(self, user: Account, file: CourseFile) -> CourseInfo:
        """Create a course from a file, as a whole; raises `InvalidInputError` and `ProblemNotFoundError`.

        Katas that are private to other courses become private to this one, too, if `user` is their author; otherwise
        their existence isn't revealed.
        """
        require_teacher(user)
        for number, part in enumerate(file.assignments):
            _check_assignment(number, part)
        try:
            return await self._database.write(lambda session: read_course(session, user, file))
        except PrivateKatasError as error:
            raise ProblemNotFoundError(error.katas[0]) from error

    async def copy(self, access: Access, copy: CourseCopy) -> CourseInfo:
        """Copy a course, without people, to another term: its dates move with its first day.

        Comments are left out as in `export`. Raises `PrivateKatasError` if it has private katas of which the user isn't
        an author.
        """
        access.require(content=Right.VIEW)
        require_teacher(access.user)

        def store(session: Session) -> CourseInfo:
            return read_course(session, access.user, move_file(_write_visible(session, access), copy))

        return await self._database.write(store)


def write_course(session: Session, course: CourseInfo) -> CourseFile:
    """Return a course's file."""
    shown = NewCourse(
        name=course.name,
        term=course.term,
        time_zone=course.time_zone,
        starts_on=course.starts_on,
        ends_on=course.ends_on,
        late_days=course.late_days,
        keeps_grades=course.keeps_grades,
    )
    assignments = []
    for row in repository.list_assignments(session, course.id):
        overrides = [
            OverrideFields(label=one.label, **{name: getattr(one, name) for name in FIELDS})
            for one in repository.list_overrides(session, row.id, with_students=False)
        ]
        assignments.append(
            AssignmentInFile(
                name=row.name,
                counts=row.counts,
                draft=row.is_draft,
                access_code=row.access_code,
                addresses=row.addresses.splitlines(),
                holds_verdicts=row.holds_verdicts,
                regrade_days=row.regrade_days,
                katas=[KataPoints(problem=kata.slug, points=kata.points) for kata in row.katas],
                overrides=overrides,
                rubrics=_list_rubrics(session, row),
                **{name: getattr(row.rule, name) for name in FIELDS},
            )
        )
    katas = {kata.problem for part in assignments for kata in part.katas}
    return CourseFile(
        course=shown,
        labels=list(people.list_labels(session, course.id)),
        assignments=assignments,
        hints=[one for one in kept.list_hints(session, course.id) if one.problem in katas],
        comments=kept.list_comments(session, course.id),
    )


def _write_visible(session: Session, access: Access) -> CourseFile:
    """Return a course's file, without the comments if the user may not see students' data."""
    file = write_course(session, access.course)
    return file if access.data.includes(Right.VIEW) else file.model_copy(update={"comments": []})


def read_course(session: Session, user: Account, file: CourseFile) -> CourseInfo:
    """Create a course from a file, in the caller's transaction; raises `PrivateKatasError`."""
    course = make_course(session, user, file.course)
    wanted = [*file.labels, *(one.label for part in file.assignments for one in part.overrides)]
    labels = add_labels(session, course.id, [name for name in wanted if name])
    left = bring_along(session, user, [kata.problem for part in file.assignments for kata in part.katas], course.id)
    if left:
        raise PrivateKatasError(left)
    for part in file.assignments:
        public_id = add_assignment(session, course.id, part)
        row = repository.list_assignments(session, course.id, public_id)[0]
        for one in part.overrides:
            values = {name: getattr(one, name) for name in FIELDS}
            repository.put_override(session, row.id, values, label_id=labels[one.label])
        _store_rubrics(session, row, part.rubrics)
    _check_hints(file)
    kept.add_hints(session, course.id, user.id, file.hints)
    kept.add_comments(session, course.id, user.id, dict.fromkeys(file.comments))
    check_exams(session, course.id, user)
    return course


def _check_assignment(number: int, part: AssignmentInFile) -> None:
    """Raise `InvalidInputError`, which names the assignment, for dates that contradict each other and the like."""
    try:
        check_assignment(part)
        for one in part.overrides:
            if one.student or not one.label:
                raise InvalidInputError("overrides", _("A file can contain exceptions only for labels."))
            check_override(read_rule(part), one)
    except InvalidInputError as error:
        sentence = _("Assignment %(number)s, %(name)s: %(why)s", number=number + 1, name=part.name, why=error.message)
        raise InvalidInputError(f"assignments.{number}.{error.field}", sentence) from error


def _list_rubrics(session: Session, assignment: AssignmentRow) -> list[RubricInFile]:
    items: dict[int, list[PlainRubricItem]] = {}
    for one in rubrics.list_items(session, [kata.id for kata in assignment.katas]):
        items.setdefault(one.kata_id, []).append(PlainRubricItem(points=one.points, words=one.words))
    return [RubricInFile(problem=kata.slug, items=items[kata.id]) for kata in assignment.katas if kata.id in items]


def _store_rubrics(session: Session, assignment: AssignmentRow, found: list[RubricInFile]) -> None:
    """Store the katas' rubrics; raises `InvalidInputError` for a missing kata, or one with two rubrics."""
    katas = {kata.slug: kata.id for kata in assignment.katas}
    for rubric in found:
        kata = katas.pop(rubric.problem, None)
        if kata is None:
            raise InvalidInputError(
                "rubrics",
                _(
                    "`%(slug)s` isn't in its assignment, or has two rubrics: give each kata one.",
                    slug=rubric.problem,
                ),
            )
        rubrics.replace_items(session, kata, [(None, round(one.points, 2), one.words) for one in rubric.items])


def _check_hints(file: CourseFile) -> None:
    """Raise `InvalidInputError` for a hint whose kata isn't in the course, and for two hints for the same code."""
    katas, seen = {kata.problem for part in file.assignments for kata in part.katas}, set()
    for hint in file.hints:
        where = hint.problem, hint.code
        if hint.problem not in katas or where in seen:
            raise InvalidInputError(
                "hints",
                _(
                    "`%(slug)s` is in no assignment, or has two hints for `%(code)s`: give each code one.",
                    slug=hint.problem,
                    code=hint.code,
                ),
            )
        seen.add(where)


def move_file(file: CourseFile, copy: CourseCopy) -> CourseFile:
    """Return a file whose dates are shifted by as many days as its first day; wall times stay the same."""
    days = copy.starts_on - file.course.starts_on
    try:
        course = {
            **file.course.model_dump(),
            "name": copy.name,
            "term": copy.term,
            "starts_on": copy.starts_on,
            "ends_on": file.course.ends_on + days,
        }
        assignments = [_move(part.model_dump(), days) for part in file.assignments]
        return CourseFile.model_validate({**file.model_dump(), "course": course, "assignments": assignments})
    except (ValueError, OverflowError) as error:
        raise InvalidInputError("starts_on", _("This first day would move dates too far away.")) from error


def _move(fields: dict[str, object], days: timedelta) -> dict[str, object]:
    """Return an assignment's or override's fields with their dates shifted."""
    moved = dict(fields)
    for name in DATES:
        value = moved.get(name)
        if value is not None:
            moved[name] = value + days  # type: ignore[operator]  # a wall time
    overrides = moved.get("overrides")
    if isinstance(overrides, list):
        moved["overrides"] = [_move(one, days) for one in overrides]
    return moved
