"""Errors of comparing solutions, derived from those of `app.kit.errors`."""

from __future__ import annotations

from app.kit.errors import NotFoundError
from app.kit.language import translate as _


class ComparedSolutionNotFoundError(NotFoundError):
    """A submission isn't among the solutions that are compared."""

    code = "compared_solution_not_found"
    title = "No such solution"

    def __init__(self, slug: str) -> None:
        super().__init__(_("One of these isn't a solution of `%(slug)s`.", slug=slug))
