"""What questions look like to pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True)
class Post:
    """A question, or an answer to one. `reports` counts who reported it, which moderators see.

    A hidden one is shown to moderators and to its author alone.
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
