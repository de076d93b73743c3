"""The data types of courses, their staff and their students, for pages and programs."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Final
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field

from app.db.statuses import Right
from app.domains.accounts.schemas import Account
from app.domains.courses.errors import CourseArchivedError, MissingRightError
from app.domains.courses.fields import Day, Days, Line, OptionalLine, OptionalShortLine, ShortLine, Zone
from app.kit.json_values import Boolean

MAX_LABELS: Final = 50
"""Maximum number of labels per course, and per student."""


@dataclass(frozen=True)
class CourseInfo:
    """A course as its members may know it; `join_code` is for staff."""

    id: int
    public_id: str
    name: str
    term: str
    time_zone: str
    starts_on: date
    ends_on: date
    late_days: int
    keeps_grades: bool
    join_code: str
    join_open: bool
    join_until: date | None
    archived_at: datetime | None

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of its dates."""
        return ZoneInfo(self.time_zone)


@dataclass(frozen=True)
class Access:
    """An account's access to a course: as staff, by `content` and `data`; as student `student_id`; or both."""

    user: Account
    course: CourseInfo
    content: Right = Right.NONE
    data: Right = Right.NONE
    student_id: int | None = None

    @property
    def is_staff(self) -> bool:
        """Whether the account is on the staff."""
        return self.content is not Right.NONE or self.data is not Right.NONE

    @property
    def is_member(self) -> bool:
        """Whether the account may know of the course at all."""
        return self.is_staff or self.student_id is not None

    @property
    def may_manage(self) -> bool:
        """Whether the account has all rights, including that to change the staff."""
        return self.content is Right.EDIT and self.data is Right.EDIT

    @property
    def is_open(self) -> bool:
        """Whether the course isn't archived, so that it can be changed."""
        return self.course.archived_at is None

    def require(self, *, content: Right = Right.NONE, data: Right = Right.NONE) -> None:
        """Raise `MissingRightError` without these rights, and `CourseArchivedError` for editing an archived course."""
        if not (self.content.includes(content) and self.data.includes(data)):
            raise MissingRightError
        if Right.EDIT in {content, data}:
            self.require_open()

    def require_open(self) -> None:
        """Raise `CourseArchivedError` if the course is archived."""
        if not self.is_open:
            raise CourseArchivedError


class NewCourse(BaseModel):
    """A course: its term is from its first to its last day, in its time zone.

    `late_days`: how many days each student may spend on late work in the whole term. `keeps_grades`: what somebody
    reached is kept when they delete their account; students are told so.
    """

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "name": "Programming with JAX",
                    "term": "Autumn 2026",
                    "time_zone": "Europe/Berlin",
                    "starts_on": "2026-10-01",
                    "ends_on": "2027-02-15",
                    "late_days": 3,
                    "keeps_grades": False,
                }
            ]
        },
    )

    name: Line
    term: Annotated[Line, Field(max_length=60)]
    time_zone: Zone
    starts_on: Day
    ends_on: Day
    late_days: Days = 0
    keeps_grades: Boolean = False


class NewCourseWebhook(BaseModel):
    """A new webhook of a course, to which changed grades are sent."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"url": "https://example.org/grades"}]})

    url: str


class PrivateKata(BaseModel):
    """A kata that is private to a course; `published`: students can see it."""

    problem: str
    name: str
    published: bool


class PrivateKataList(BaseModel):
    """The katas that are private to a course, by slug."""

    katas: list[PrivateKata]


class CourseCopy(BaseModel):
    """What is different in a copy of a course: its dates move by the days between the two first days."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [{"name": "Programming with JAX", "term": "Spring 2027", "starts_on": "2027-03-01"}]
        },
    )

    name: Line
    term: Annotated[Line, Field(max_length=60)]
    starts_on: Day


class CourseView(BaseModel):
    """A course, and what you may do in it."""

    id: str
    name: str
    term: str
    time_zone: str
    starts_on: date
    ends_on: date
    late_days: int
    keeps_grades: bool
    archived: bool
    content: Right
    data: Right
    student: bool


class CourseList(BaseModel):
    """The courses that you teach or attend, the newest first."""

    courses: list[CourseView]


class Archiving(BaseModel):
    """Whether a course is archived: then it can be read, and not changed."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"archived": False}]})

    archived: Boolean


class Rights(BaseModel):
    """What staff may do with a course's content, and with its students' data. At least one of them isn't `none`."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"content": "view", "data": "edit"}]})

    content: Right
    data: Right


class StaffView(Rights):
    """Somebody who teaches a course."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={})

    name: str


class InvitationEntry(BaseModel):
    """An invitation to teach a course that hasn't been accepted yet."""

    id: str
    content: Right
    data: Right
    expires_at: datetime


class StaffList(BaseModel):
    """Who teaches a course, and who is invited to teach it."""

    staff: list[StaffView]
    invitations: list[InvitationEntry]


class FreshInvitation(BaseModel):
    """The path of an invitation's page, shown only once."""

    path: str


class Joining(BaseModel):
    """How students join by themselves: with the code, while `open`, until the end of `until`. `rotate`: a new code."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"open": True, "until": "2100-10-20", "rotate": False}]}
    )

    open: Boolean
    until: Day | None = None
    rotate: Boolean = False


class JoinView(BaseModel):
    """How students join by themselves."""

    code: str
    open: bool
    until: date | None


class JoinCode(BaseModel):
    """The code of a course."""

    model_config = ConfigDict(extra="forbid")

    code: Annotated[str, Field(max_length=40)]


class StaffToken(BaseModel):
    """An invitation to teach a course: the last part of its link."""

    model_config = ConfigDict(extra="forbid")

    token: Annotated[str, Field(max_length=100)]


class NewStudent(BaseModel):
    """Somebody who is invited to attend: by the name of their account, or by their address.

    `mail`: the address gets an e-mail, if it is new on the roster.
    """

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"email": "eve@example.org", "name": "Eve", "labels": ["A"]}]}
    )

    account: OptionalShortLine = ""
    email: OptionalLine = ""
    name: OptionalLine = ""
    number: OptionalShortLine = ""
    labels: Annotated[list[ShortLine], Field(max_length=MAX_LABELS)] = []
    mail: Boolean = False


class StudentChange(BaseModel):
    """A student's name and number on the roster, and all of their labels."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"name": "Ada Lovelace", "number": "1815", "labels": ["A"]}]}
    )

    name: OptionalLine = ""
    number: OptionalShortLine = ""
    labels: Annotated[list[ShortLine], Field(max_length=MAX_LABELS)] = []


class StudentView(BaseModel):
    """A student. Until they have `joined` they are invited: by the name of their account, or by their address."""

    id: str
    account: str | None
    email: str | None
    name: str
    number: str
    labels: list[str]
    joined: bool
    removed: bool

    @property
    def title(self) -> str:
        """The name to display."""
        return self.name or self.account or self.email or self.id


class StudentPage(BaseModel):
    """Some of `total` students, by name; `labels` are all of the course."""

    students: list[StudentView]
    total: int
    page: int
    pages: int
    labels: list[str]


class OwnInvitation(BaseModel):
    """An invitation to attend a course."""

    course: str
    name: str
    term: str


class InvitationList(BaseModel):
    """The courses that you are invited to attend."""

    invitations: list[OwnInvitation]


class PlaceAnswer(BaseModel):
    """Whether you attend a course to which you are invited."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"accepted": True}]})

    accepted: Boolean


class RosterReport(BaseModel):
    """What a file did to the roster: how many students are new, changed, and put back."""

    added: int
    changed: int
    restored: int
