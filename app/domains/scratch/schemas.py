"""The data types of shared programs, for pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from grader.report import Report


@dataclass(frozen=True)
class ProgramShown:
    """A shared program as its address shows it; `user_id` is its owner, who isn't shown."""

    token: str
    user_id: int
    source: str
    report: Report
    created_at: datetime


@dataclass(frozen=True)
class ProgramListed:
    """A shared program in its owner's list: its address, its first line of code, and when it was shared."""

    token: str
    title: str
    created_at: datetime
