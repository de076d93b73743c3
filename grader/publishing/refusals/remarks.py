"""Finds remarks that the solution shown to learners would get if it were submitted."""

from __future__ import annotations

from grader.judge.hints import find_hints
from grader.package.files import CANONICAL


def find_remarks(canonical: str) -> list[str]:
    """Return a finding for each remark on the canonical solution's source, except praise."""
    return [
        f"accepted/{CANONICAL}:{hint.line}: learners would be told here: {hint.message} ({hint.code}); write it as it "
        "should be written, or make another solution the canonical one"
        for hint in find_hints(canonical, praise=False)
    ]
