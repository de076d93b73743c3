"""Problems awaiting their first publication by this process: those that somebody opens are published first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.kit.errors import RequestError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

RETRY_AFTER_S: Final = 3
"""Seconds after which a page retries."""


class ProblemNotReadyError(RequestError):
    """The problem is being published, and will be readable in a few seconds."""

    code = "problem_not_ready"
    status = 503
    title = "Not ready yet"

    def __init__(self, slug: str) -> None:
        super().__init__(_("`%(slug)s` is being published first. It will be ready in a few seconds.", slug=slug))

    @property
    def headers(self) -> Mapping[str, str]:
        """The seconds after which to retry, for programs and for browsers."""
        return {"Retry-After": str(RETRY_AFTER_S), "Refresh": str(RETRY_AFTER_S)}


class Awaited:
    """The problems that this process is about to publish for the first time, and which of them were requested."""

    def __init__(self) -> None:
        self._awaited: dict[str, bool] = {}
        """Whether each problem was requested, by slug."""

    def expect(self, slugs: Iterable[str]) -> None:
        """Set the problems to be published, replacing those before."""
        self._awaited = dict.fromkeys(slugs, False)

    def drop(self, slug: str) -> None:
        """Remove a problem that is published, or can't be."""
        self._awaited.pop(slug, None)

    def ask_for(self, slug: str) -> bool:
        """Return whether a problem is awaited; it is then published before those that weren't requested."""
        if slug not in self._awaited:
            return False
        self._awaited[slug] = True
        return True

    def choose(self, slugs: Sequence[str]) -> str:
        """Return the first requested one of `slugs`, or else the first."""
        return next((slug for slug in slugs if self._awaited.get(slug)), slugs[0])
