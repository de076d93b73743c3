"""Studies of what comes back when calls are made once more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grader.inside.studies.subject import Study, Subject


def study_repeat(subject: Subject, options: dict[str, Any]) -> list[Any]:
    """Return what each call returns in a fresh import, where the calls are made from the last to the first and back.

    The outputs are in the order of the calls made. Empty where this is not asked for.
    """
    if not options["reordered"]:
        return []
    again, count = subject.fresh(), len(subject.calls)
    return [again.run(call) for call in (*reversed(range(count)), *range(count))]


STUDIES: dict[str, Study] = {"repeat": study_repeat}
