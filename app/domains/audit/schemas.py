"""The data types of the audit log, for pages and the command line."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import BaseModel


class AuditFilter(BaseModel):
    """Which entries to show; an empty field means all."""

    actor: str = ""
    action: str = ""
    target: str = ""


@dataclass(frozen=True)
class LogEntry:
    """An entry: who did what to what, when, and from where."""

    at: datetime
    actor: str
    network: str
    action: str
    target: str
    details: dict[str, Any]

    @property
    def line(self) -> str:
        """The details in one line, without control characters."""
        line = ", ".join(f"{name}: {value}" for name, value in self.details.items())
        return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in line)


@dataclass(frozen=True)
class AuditPage:
    """A page of the log, newest first."""

    entries: list[LogEntry]
    page: int
    pages: int
    total: int
