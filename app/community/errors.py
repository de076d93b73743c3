"""What can't be shown, or done with what is shown."""

from __future__ import annotations

from app.errors import ForbiddenError, NotFoundError
from app.language import translate as _


class SolveFirstError(ForbiddenError):
    """Others' solutions are for those who solved the problem."""

    code = "solve_first"
    title = "Solve it first"

    def __init__(self) -> None:
        super().__init__(_("Other people's solutions are shown to those who have solved the problem themselves."))


class OwnVoteError(ForbiddenError):
    """Nobody votes for themselves."""

    code = "own_vote"
    title = "This one is yours"

    def __init__(self) -> None:
        super().__init__(_("Votes are for the solutions of others."))


class LinkNotFoundError(NotFoundError):
    """A link to a submission leads nowhere, or no longer."""

    code = "link_not_found"
    title = "Nothing is shared here"

    def __init__(self) -> None:
        super().__init__(_("This link leads to no submission. Whoever gave it to you may have taken it back."))


class SolutionNotFoundError(NotFoundError):
    """No shared solution has this number, or it was withdrawn."""

    code = "solution_not_found"
    title = "No such solution"

    def __init__(self) -> None:
        super().__init__(_("This solution isn't shared any more."))
