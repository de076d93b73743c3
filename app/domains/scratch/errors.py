"""Errors about shared programs."""

from __future__ import annotations

from app.kit.errors import RequestError
from app.kit.language import translate as _


class ProgramNotFoundError(RequestError):
    """There is no shared program at this address. Its author may have deleted it."""

    code = "program_not_found"
    status = 404
    title = "No such program"

    def __init__(self) -> None:
        super().__init__(_("There is no shared program at this address. Its author may have deleted it."))


class ProgramUnfinishedError(RequestError):
    """The program hasn't ended yet, or the run belongs to a problem, so it can't be shared."""

    code = "program_unfinished"
    status = 409
    title = "Not a finished program"

    def __init__(self) -> None:
        super().__init__(_("You can share a program only when it has finished."))


class TooManyProgramsError(RequestError):
    """The account shares the maximum number of programs."""

    code = "too_many_programs"
    status = 409
    title = "Too many shared programs"

    def __init__(self, limit: int) -> None:
        super().__init__(_("You can share at most %(limit)s programs. Delete one first.", limit=limit))
