"""Reports from a server, with the attributes of `grader.report.Report`, for drawing them in a terminal.

They are parsed without pydantic, which would be most of the client's size. Control characters in a server's texts are
escaped when they are read. Missing fields, as in reports of older servers, are empty.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, cast

from app.kit.console import make_visible
from grader.outcomes import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.report import Report

EMPTY: Final[Mapping[str, object]] = {
    **dict.fromkeys(("cases", "checks", "hints", "calls", "segments", "failed"), ()),
    **dict.fromkeys(("label", "message", "output", "tier", "traceback"), ""),
    "data": {},
}
"""The values of missing fields, where that isn't None."""


class Told:
    """A JSON object whose members are attributes."""

    def __init__(self, members: Mapping[str, Any]) -> None:
        self._members = {name: _read(name, value) for name, value in members.items()}

    def __getattr__(self, name: str) -> object:
        """Return a member, or the default if it is missing."""
        if name.startswith("_"):
            raise AttributeError(name)
        return self._members.get(name, EMPTY.get(name))


def read_told(data: Mapping[str, Any]) -> Report:
    """Return a report from JSON; raises `AttributeError`, `TypeError` and `ValueError` if it is invalid."""
    if data.get("verdict") is None or not isinstance(data.get("problem"), str):
        raise ValueError("it has no verdict or no problem")
    return cast("Report", Told(data))


def _read(name: str, value: Any) -> Any:  # noqa: ANN401 (JSON)
    if name == "verdict" and value is not None:
        return Verdict(value)
    if name == "held_until" and value is not None:
        return datetime.fromisoformat(value)
    if isinstance(value, dict):
        return value if name == "data" else Told(value)
    if isinstance(value, list):
        return [_read("", one) for one in value]
    return make_visible(value) if isinstance(value, str) else value
