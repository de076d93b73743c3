"""The data types of questions, for pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True)
class Post:
    """A question, or an answer to one. `reports` is the number of people who reported it, for moderators.

    A hidden post is shown only to moderators and its author.
    """

    id: int
    parent_id: int | None
    author: str
    mine: bool
    body: str
    spoiler: bool
    hidden: bool
    reported: bool
    reports: int
    created_at: datetime
    answers: list[Post] = field(default_factory=list)


@dataclass(frozen=True)
class QuestionPage:
    """A page of a problem's questions, newest first; `older` is the number of questions on the pages after it."""

    questions: list[Post]
    page: int
    pages: int
    older: int


@dataclass(frozen=True)
class ReportedPost:
    """A question or an answer that `reports` people reported to the moderators, the first of them at `since`."""

    id: int
    problem: str
    author: str
    body: str
    reports: int
    since: datetime
