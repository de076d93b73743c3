"""The differences between two sources, line by line, for a table. A task, as its time is cubic in the lines."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

from app.kit.workers.errors import TooHeavyError, WorkersBusyError
from app.kit.workers.tasks import task

if TYPE_CHECKING:
    from app.kit.workers.pool import Workers

CONTEXT: Final = 3
"""The number of equal lines shown around each change."""
MAX_LINES: Final = 1500
"""The maximum length of a compared source, in lines: nobody would read a longer table."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of either source or of both, with its numbers; `sign` is `+`, `-`, a blank, or `…` for lines left out."""

    sign: str
    old: int | None
    new: int | None
    text: str


@task
def compare_sources(old: str, new: str) -> list[Line] | None:
    """Return the lines that differ, with their context; an empty list if none do, None if a source is too long."""
    before, after = old.splitlines(), new.splitlines()
    if max(len(before), len(after)) > MAX_LINES:
        return None
    lines: list[Line] = []
    for group in SequenceMatcher(None, before, after, autojunk=False).get_grouped_opcodes(CONTEXT):
        if lines:
            lines.append(Line("…", None, None, ""))
        for tag, old_start, old_end, new_start, new_end in group:
            if tag == "equal":
                pairs = zip(range(old_start, old_end), range(new_start, new_end), strict=True)
                lines += [Line(" ", i + 1, j + 1, before[i]) for i, j in pairs]
            else:
                lines += [Line("-", i + 1, None, before[i]) for i in range(old_start, old_end)]
                lines += [Line("+", None, j + 1, after[j]) for j in range(new_start, new_end)]
    return lines


async def find_changes(workers: Workers, who: str, old: str, new: str) -> list[Line] | None:
    """Return the result of `compare_sources`, computed on behalf of `who`; None also if that takes too long."""
    try:
        return await workers.run(who, compare_sources, old, new)
    except (TooHeavyError, WorkersBusyError):
        return None
