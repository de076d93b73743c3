"""Errors of courses, derived from those of `app.kit.errors`."""

from __future__ import annotations

from typing import Final

from app.kit.errors import ConflictError, ForbiddenError, InvalidInputError, NotFoundError
from app.kit.language import translate as _

MAX_TOLD: Final = 3


class CourseNotFoundError(NotFoundError):
    """There is no such course, or none that the user may know of."""

    code = "course_not_found"
    title = "No such course"

    def __init__(self) -> None:
        super().__init__(_("This course doesn't exist, or you aren't in it."))


class CourseThingNotFoundError(NotFoundError):
    """The course has no such student, assignment, override, label, request or invitation."""

    code = "not_in_course"
    title = "Not in this course"

    def __init__(self) -> None:
        super().__init__(_("This isn't in the course, or has been removed from it."))


class MissingRightError(ForbiddenError):
    """The user takes part in the course but lacks the right; `detail` says more about it."""

    code = "missing_right"
    title = "No right to do this in this course"

    def __init__(self, detail: str = "") -> None:
        told = _("You don't have the right to do this in this course. Its staff can give it to you.")
        super().__init__(detail or told)


class CourseArchivedError(ConflictError):
    """The course is archived, and therefore read-only."""

    code = "course_archived"
    title = "This course is archived"

    def __init__(self) -> None:
        super().__init__(_("This course is archived, so it can't be changed. Its staff can open it again."))


class PrivateKatasError(ConflictError):
    """The course has private `katas` by other authors, which only those may bring to another course."""

    code = "private_katas"
    title = "Private katas of others"

    def __init__(self, katas: list[str]) -> None:
        self.katas = katas
        told = ", ".join(f"`{one}`" for one in katas[:20])
        super().__init__(
            _(
                "Only their authors can copy private katas: %(katas)s. Ask them to copy the course.",
                katas=told,
            )
        )


class GradesLostError(ConflictError):
    """Students would lose grades, which has to be confirmed; `told` says which."""

    code = "grades_lost"
    title = "Grades would be lost"

    def __init__(self, told: str) -> None:
        self.told = told
        how = _(
            "Export the grades if you need them, then confirm: over HTTP with `with_grades=true`, as a command with "
            "`--with-grades`."
        )
        super().__init__(f"{told} {how}")


class JoinRefusedError(ForbiddenError):
    """The code doesn't let anybody join now; the error doesn't reveal whether such a course exists."""

    code = "join_refused"
    title = "You can't join with this code"

    def __init__(self) -> None:
        super().__init__(_("This code isn't valid, or no longer is. Ask the staff of your course for the current one."))


class ExamAddressError(ForbiddenError):
    """The exam is restricted to certain networks, and the user is in none of them."""

    code = "exam_address"
    title = "Not from here"

    def __init__(self) -> None:
        super().__init__(_("You can take this exam only from certain networks, and yours isn't one of them."))


class RosterRefusedError(InvalidInputError):
    """A roster file has mistakes, so none of it was imported; `fields` lists them by row."""

    def __init__(self, mistakes: list[tuple[str, str]]) -> None:
        told = "; ".join(f"{where}: {what}" for where, what in mistakes[:MAX_TOLD])
        super().__init__("file", _("The file has mistakes, so nothing was changed. %(mistakes)s", mistakes=told))
        self.fields = mistakes
