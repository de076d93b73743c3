"""Problems that are about to be published here for the first time: those that somebody opens are published first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.kit.errors import RequestError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

RETRY_AFTER_S: Final = 3
"""Seconds after which a page asks again."""


class ProblemNotReadyError(RequestError):
    """The problem is being published, and can be read in some seconds."""

    code = "problem_not_ready"
    status = 503
    title = "Not ready yet"

    def __init__(self, slug: str) -> None:
        super().__init__(_("`%(slug)s` is being published first. It will be ready in a few seconds.", slug=slug))

    @property
    def headers(self) -> Mapping[str, str]:
        """When to try again, in seconds, for programs and for browsers."""
        return {"Retry-After": str(RETRY_AFTER_S), "Refresh": str(RETRY_AFTER_S)}


class Awaited:
    """The problems that this process is about to publish for the first time, and which of them people asked for."""

    def __init__(self) -> None:
        self._awaited: dict[str, bool] = {}
        """Whether somebody asked for it, by slug."""

    def expect(self, slugs: Iterable[str]) -> None:
        """Note which problems are to be published, in place of those before."""
        self._awaited = dict.fromkeys(slugs, False)

    def drop(self, slug: str) -> None:
        """Note that a problem is published, or can't be."""
        self._awaited.pop(slug, None)

    def ask_for(self, slug: str) -> bool:
        """Return whether a problem is awaited; then it is published before those that nobody asked for."""
        if slug not in self._awaited:
            return False
        self._awaited[slug] = True
        return True

    def choose(self, slugs: Sequence[str]) -> str:
        """Return the first of `slugs` that somebody asked for, or else the first."""
        return next((slug for slug in slugs if self._awaited.get(slug)), slugs[0])
