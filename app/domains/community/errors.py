"""Errors about shared solutions and links."""

from __future__ import annotations

from app.kit.errors import ForbiddenError, NotFoundError
from app.kit.language import translate as _


class SolveFirstError(ForbiddenError):
    """Others' solutions are visible only to those who solved the problem."""

    code = "solve_first"
    title = "Solve it first"

    def __init__(self) -> None:
        super().__init__(_("Solve the problem first to see other people's solutions."))


class OwnVoteError(ForbiddenError):
    """Somebody voted for their own solution."""

    code = "own_vote"
    title = "This solution is yours"

    def __init__(self) -> None:
        super().__init__(_("You can vote only for other people's solutions."))


class LinkNotFoundError(NotFoundError):
    """A link to a submission is unknown or was revoked."""

    code = "link_not_found"
    title = "Nothing shared here"

    def __init__(self) -> None:
        super().__init__(_("This link doesn't lead to a submission. Its author may have withdrawn it."))


class SolutionNotFoundError(NotFoundError):
    """No shared solution has this number, or it was withdrawn."""

    code = "solution_not_found"
    title = "No such solution"

    def __init__(self) -> None:
        super().__init__(_("This solution isn't shared any more."))
