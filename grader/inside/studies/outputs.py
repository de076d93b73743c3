"""Studies of the outputs of repeated calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grader.inside.studies.subject import Study, Subject


def study_repeat(subject: Subject, options: dict[str, Any]) -> list[Any]:
    """Make the calls in a fresh import, from the last to the first and back to the last, and return their outputs.

    The outputs are in the order of these calls. The list is empty without the option `reordered`.
    """
    if not options["reordered"]:
        return []
    again, count = subject.fresh(), len(subject.calls)
    return [again.run(call) for call in (*reversed(range(count)), *range(count))]


STUDIES: dict[str, Study] = {"repeat": study_repeat}
